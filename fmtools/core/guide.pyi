class Guide:
    effort: int
    is_lost: bool
