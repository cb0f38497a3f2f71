class Guide:
    effort: int
