"""Colours and marks of the charts: told apart by people who see colours differently, and in grey.

Hues are those of Okabe and Ito, the light ones darkened to stand out from white (3:1 or more).
Every series has a mark and a dash of its own as well, so that none is known by colour alone.
"""

from dataclasses import dataclass
from html import escape


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


def mark_path(macros: str, x: float, y: float, r: float) -> str:
    """The mark of a style as the path of an SVG, around a point."""
    d = 1.3 * r
    return {
        "circle": f"M{x - r:.1f},{y:.1f}a{r},{r} 0 1 0 {2 * r},0a{r},{r} 0 1 0 {-2 * r},0Z",
        "triangle": f"M{x:.1f},{y - r:.1f}l{r},{2 * r}h{-2 * r}Z",
        "diamond": f"M{x:.1f},{y - d:.1f}l{d:.1f},{d:.1f}l{-d:.1f},{d:.1f}l{-d:.1f},{-d:.1f}Z",
        "square": f"M{x - r:.1f},{y - r:.1f}h{2 * r}v{2 * r}h{-2 * r}Z",
        "cross": f"M{x - r:.1f},{y - r:.1f}l{2 * r},{2 * r}m0,{-2 * r}l{-2 * r},{2 * r}",
    }[style_of(macros).marker]


def key_item(macros: str, words: str) -> str:
    """One line of a chart's key: line, mark and name."""
    return (
        f'<li class="m-{escape(macros)}"><svg viewBox="0 0 36 16" aria-hidden="true">'
        f'<path d="M0,8H36" class="line" stroke-dasharray="{style_of(macros).dash}"/>'
        f'<path d="{mark_path(macros, 18, 8, 4)}" class="mark"/></svg>{escape(words)}</li>'
    )
