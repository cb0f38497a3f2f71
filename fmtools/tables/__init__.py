"""Macro tables: built from invertible worlds, planned with, kept as JSON."""
