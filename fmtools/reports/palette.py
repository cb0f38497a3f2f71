"""Colours and marks of the charts: told apart by people who see colours differently, and in grey.

Hues are those of Okabe and Ito, the light ones darkened to stand out from white (3:1 or more).
Every series has a mark and a dash of its own as well, so that none is known by colour alone.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    color: str
    dark: str
    """For dark backgrounds."""
    marker: str
    """circle, square, triangle, diamond, cross."""
    dash: str
    """As in SVG; empty for a solid line."""


STYLES: dict[str, Style] = {
    "none": Style("#3f3f46", "#d4d4d8", "circle", ""),
    "random": Style("#b94b00", "#f59e5b", "triangle", "2 3"),
    "focused": Style("#0067a5", "#6cc3f5", "square", ""),
    "expert": Style("#00795a", "#3fd0a4", "diamond", "7 3"),
    "expert-distinct": Style("#93407a", "#eba3d3", "cross", "7 3 2 3"),
}
OTHERWISE = Style("#6b5300", "#d9bd55", "cross", "1 2")


def palette_css() -> str:
    """The colours as variables of a style sheet: `--focused` and so on."""
    styles = {**STYLES, "otherwise": OTHERWISE}
    light = " ".join(f"--{name}: {style.color};" for name, style in styles.items())
    dark = " ".join(f"--{name}: {style.dark};" for name, style in styles.items())
    return (
        f":root {{ {light} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"
    )


def style_of(macros: str) -> Style:
    return STYLES.get(macros, OTHERWISE)
