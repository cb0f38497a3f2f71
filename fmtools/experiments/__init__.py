"""Benchmarks and experiments as functions that return rows; nothing here prints."""
