"""Simulators to copy from; see README.md. Run fmtools in the folder above this one."""
