"""Experiments as TOML files: their runs, keys, jobs and workers; nothing here prints."""
