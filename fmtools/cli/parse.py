"""From the words of a command line to values, by what a command declares; UsageError where it
cannot be, with the name that was probably meant."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fmtools.cli.declare import REQUIRED, Parameter, flags_of
from fmtools.errors import UsageError, did_you_mean
from fmtools.odd_text import MOST

EVERYWHERE: dict[str, str] = {
    "--quiet": "Nothing but results and errors.",
    "--verbose": "Say what is done and how long each stage took.",
    "--debug": "Errors come with a traceback, of your code too.",
    "--help": "Show this page.",
}
"""Options of every command, which `app.py` takes; anywhere on the line."""
SHORT = {"-q": "--quiet", "-v": "--verbose", "-h": "--help"}


class Line:
    """A command line that is being read."""

    def __init__(self, command: str, parameters: Sequence[Parameter]) -> None:
        self.command = command
        self.parameters = parameters
        self.by_flag = {flag: p for p in parameters for flag in flags_of(p)}
        self.by_old_flag = {flag: p for p in parameters for flag in p.said.renamed}
        self.given: dict[str, list[Any]] = {}
        self.places: list[str] = []
        self.warnings: list[str] = []

    def read(self, words: Sequence[str]) -> None:
        rest = list(words)
        while rest:
            word = rest.pop(0)
            if word == "--":
                self.places += rest
                return
            if word == "-" or not word.startswith("-"):
                self.places.append(word)
            else:
                self._option(word, rest)

    def _option(self, word: str, rest: list[str]) -> None:
        flag, equals, text = word.partition("=")
        if not word.startswith("--") and len(flag) > 2:  # -oFILE
            flag, equals, text = word[:2], "=", word[2:]
        parameter = self._parameter(flag)
        if parameter.type is bool:
            if equals:
                raise self.error(f"{flag} takes no value")
            self.given[parameter.name] = [True]
            return
        if not equals:
            text = self._next(parameter, flag, rest)
        self.given.setdefault(parameter.name, []).append(self.value(parameter, flag, text))

    def _parameter(self, flag: str) -> Parameter:
        parameter = self.by_flag.get(flag) or self.by_old_flag.get(flag)
        if flag in EVERYWHERE:
            raise self.error(f"{flag} takes no value")
        if parameter is None:
            near = did_you_mean(flag, (*self.by_flag, *EVERYWHERE))
            raise self.error(f"no option {flag}{near}")
        if parameter.said.removed is not None:
            self.warnings.append(f"{flag} {parameter.said.removed}")
        elif flag in self.by_old_flag:
            now = flags_of(parameter)[-1]
            self.warnings.append(f"{flag} is now {now}; the old name goes with the next version")
        return parameter

    def _next(self, parameter: Parameter, flag: str, rest: list[str]) -> str:
        """A value may look like an option, but not like one of this command."""
        is_there = bool(rest) and rest[0].partition("=")[0] not in self.by_flag
        bare = parameter.said.bare
        if bare is not None and not (is_there and rest[0][:1].isdecimal()):
            return bare
        if not is_there:
            raise self.error(f"{flag} needs a value ({parameter.said.help.removesuffix('.')})")
        return rest.pop(0)

    def values(self) -> dict[str, Any]:
        """Of every parameter; what was not given has its default."""
        found: dict[str, Any] = {}
        places = self.places
        for parameter in self.parameters:
            values = self.given.get(parameter.name, [])
            if parameter.said.is_argument:
                name = parameter.said.metavar or parameter.name.upper()
                texts, places = (places, []) if parameter.many else (places[:1], places[1:])
                values = [self.value(parameter, name, text) for text in texts]
            if not values and parameter.said.default is REQUIRED:
                what = parameter.said.help.removesuffix(".")
                raise self.error(f"{_named(parameter)} is missing ({what})")
            value = values if parameter.many else values[-1] if values else None
            found[parameter.name] = value if values else parameter.said.default
        return self._with_rest(found, places)

    def _with_rest(self, found: dict[str, Any], places: list[str]) -> dict[str, Any]:
        for parameter in self.parameters:
            if places and parameter.said.takes_rest and parameter.name in self.given:
                flag = flags_of(parameter)[-1]
                found[parameter.name] += [self.value(parameter, flag, text) for text in places]
                places = []
        if places:
            after = [flags_of(p)[-1] for p in self.parameters if p.said.takes_rest]
            hint = f"; such go after {after[0]}" if after else ""
            raise self.error(f"unexpected {places[0]!r}{hint}")
        return found

    def value(self, parameter: Parameter, flag: str, text: str) -> Any:
        if parameter.type is str:
            return text
        if parameter.type is Path:
            if not text:
                raise self.error(f"{flag} is empty; name a file")
            return Path(text)
        form, kind = (r"-?\d+", "whole number") if parameter.type is int else (_FLOAT, "number")
        if re.fullmatch(form, text, re.ASCII) is None:
            raise self.error(f"{flag} {text!r} is no {kind}")
        number = parameter.type(text) if len(text) <= _MOST_DIGITS else MOST + 1
        if abs(number) > MOST:
            raise self.error(f"{flag} is too large; give at most {MOST}")
        least = parameter.said.min
        if least is not None and number < least:
            raise self.error(f"{flag} {text} is too small; give at least {least:g}")
        return number

    def error(self, text: str) -> UsageError:
        return UsageError(f"{self.command}: {text}; see fmtools {self.command} --help")


_FLOAT = r"-?(\d+(\.\d*)?|\.\d+)"
_MOST_DIGITS = 40


def _named(parameter: Parameter) -> str:
    """`TASK…`, `-o FILE`."""
    from fmtools.cli.help import metavar_of

    flags = flags_of(parameter)
    return f"{flags[0]} {metavar_of(parameter)}" if flags else metavar_of(parameter)


def parse(
    command: str, parameters: Sequence[Parameter], words: Sequence[str]
) -> tuple[Mapping[str, Any], list[str]]:
    """The value of every parameter, and warnings."""
    line = Line(command, parameters)
    line.read(words)
    return line.values(), line.warnings


def common_flags(words: Sequence[str]) -> tuple[set[str], list[str]]:
    """Options of every command among the words, by their long names; and the other words."""
    found: set[str] = set()
    rest: list[str] = []
    for number, word in enumerate(words):
        if word == "--":
            return found, [*rest, *words[number:]]
        flag = SHORT.get(word, word)
        if flag in EVERYWHERE:
            found.add(flag)
        else:
            rest.append(word)
    return found, rest
