"""Why a candidate does not become a macro: a closed set, and every reason carries its words."""

from enum import StrEnum


class Reason(StrEnum):
    """`value` is the name in JSON; `text` what people read, `{quota}` standing for the quota."""

    text: str

    def __new__(cls, value: str, text: str) -> "Reason":
        """A member without its text is an error when this module is imported."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.text = text
        return member

    PRIMITIVE = "primitive", "do what one primitive action does, or nothing"
    DUPLICATE = "duplicate", "the same as a shorter one"
    NO_GOAL = "no goal fact", "make no fact true that is like a goal fact"
    DETOUR = "detour", "need and do the same as a shorter one"
    EXTENSION = "extension", "begin with another one and change no less"
    LARGE = "large effect", "change more variables than any primitive action"
    NOT_FALLING = "mean effect size", "would not lower the mean effect size"
    OVER_QUOTA = "quota", "over the quota of {quota} for every variable they change"
    SELDOM_NEARER = "seldom nearer the goal", "tried in a search, brought it nearer less often"
    DOES_NOT_PAY = "does not pay", "saved searches for the goal too little, or nothing"
    NOT_ELSEWHERE = "never ran elsewhere", "ran nowhere but where they were learned"

    def told(self, quota: int) -> str:
        return self.text.format(quota=quota)
