"""Who does the work of experiments and benches: processes of this machine, or a Dask cluster."""
