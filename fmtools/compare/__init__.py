"""Original against augmented domains, side by side, judged by validated plans."""
