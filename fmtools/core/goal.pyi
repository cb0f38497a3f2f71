from fmtools.core.layout import Words

class Goal:
    values: Words
    mask: Words
    def __init__(self, values: Words, mask: Words) -> None: ...
