"""Records of runs: appended under a lock, read, exported. Plain data only."""
