"""One self-contained HTML document: no network, no dates; same content, same bytes."""

from collections.abc import Mapping
from html import escape
from importlib.resources import files

from fmtools.reports.palette import palette_css

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
"""Even if some text slipped through, nothing could be fetched or sent."""


def html_document(
    title: str,
    intro: str,
    alarm: str,
    sections: Mapping[str, tuple[str, str]],
    end: str = "",
) -> str:
    """`sections`: id -> (heading, body), the first one the summary. All but the title is HTML."""
    bodies = "\n".join(
        f'<section id="{name}" aria-labelledby="{name}-title">\n'
        f'<h2 id="{name}-title">{heading}</h2>\n{body}\n</section>'
        for name, (heading, body) in sections.items()
    )
    links = "".join(
        f'<li><a href="#{name}">{heading}</a></li>' for name, (heading, _) in sections.items()
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{escape(title)}</title>\n<style>\n{asset('report.css')}{palette_css()}</style>\n"
        "</head>\n<body>\n"
        f'<a class="skip" href="#{next(iter(sections))}">Skip to the summary</a>\n'
        f"<header>\n<h1>{escape(title)}</h1>\n<p>{intro}</p>\n"
        f'<nav aria-label="Contents"><ul>{links}</ul></nav>\n</header>\n'
        f"<main>\n{alarm}\n{bodies}\n</main>\n"
        "<footer><p>Made by <code>fmtools report</code> from recorded runs.</p></footer>\n"
        f"{end}</body>\n</html>\n"
    )


def html_facts(facts: Mapping[str, str]) -> str:
    """Numbers in boxes."""
    boxes = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"
        for name, value in facts.items()
    )
    return f'<dl class="facts">{boxes}</dl>'


def asset(name: str) -> str:
    return files("fmtools.reports").joinpath("assets", name).read_text(encoding="utf-8")
