"""The commands as typer has them: for help, completion, and command lines that are not right."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import typer
from typer.core import TyperCommand

from fmtools.cli.declare import OfWorlds, Parameter, call, flags_of, parameters_of
from fmtools.errors import UsageError
from fmtools.odd_text import MOST
from fmtools.simulators.kind import Option

EXIT_CODES = (
    "Exit codes: 0 done or solved · 1 invalid plan · 2 usage · 11 exhausted · 12 budget "
    "spent · 13 no macro pays · 22 memory limit · 23 time limit · 31 bad input · 32 simulator "
    "broke a rule · 34 unsupported PDDL · 35 a bug in fmtools (--debug shows where) · "
    "36 too many ground actions · 130 interrupted · 141 the reader of the output left."
)
OF_WORLDS = "Of worlds"
_METAVARS = {int: "INTEGER", str: "TEXT", list: "TEXT"}


class Command(TyperCommand):
    """Whole numbers fit into 64 bits; the options of each world stand together in help."""

    def invoke(self, ctx: Any) -> Any:
        for name, value in ctx.params.items():
            if isinstance(value, int) and not -MOST <= value <= MOST:
                raise UsageError(f"--{name.replace('_', '-')} is too large; give at most {MOST}")
        return super().invoke(ctx)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None and getattr(param, "rich_help_panel", None) != OF_WORLDS:
                is_option = param.param_type_name == "option"
                sections["Options" if is_option else "Arguments"].append(record)
        said = self.callback.of_worlds  # type: ignore[union-attr]
        for kind in () if said is None else said.kinds:
            shown = [o for o in kind.options if not o.hidden]
            shown = [o for o in shown if said.of_instance or not o.of_instance]
            sections[f"Options of {kind.title or kind.name}"] = [_record(o) for o in shown]
        for title, rows in sections.items():
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


def _record(option: Option) -> tuple[str, str]:
    default = "" if option.default is None else f"  [default: {option.default}]"
    return f"{option.flag} {_METAVARS[option.type]}", option.help + default


def make_app(
    commands: Mapping[str, str],
    find: Callable[[str], Callable[..., Any]],
    asked_for: str | None,
    whole: bool,
) -> typer.Typer:
    """With the one command that was asked for, or else with all of them.

    All of them without their parameters, where nothing but their summaries can be wanted.
    """
    app = typer.Typer(
        name="fmtools",
        help="Focused macro-actions for black-box planning.",
        epilog=EXIT_CODES,
        no_args_is_help=True,
        add_completion=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_options)
    for name, summary in commands.items():
        if whole or name == asked_for:
            app.command(name, cls=Command)(to_typer(find(name)))
        elif asked_for not in commands:
            app.command(name, help=summary)(lambda: None)
    return app


def to_typer(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function with typer's declarations in place of ours."""

    def run(**values: Any) -> Any:
        return call(function, values)

    parameters = [_to_typer(parameter) for parameter in parameters_of(function)]
    defaults = [p.default for p in inspect.signature(function).parameters.values()]
    run.__name__, run.__doc__ = function.__name__, function.__doc__
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    run.of_worlds = next(  # type: ignore[attr-defined]
        (said for said in defaults if isinstance(said, OfWorlds)), None
    )
    return run


def _to_typer(parameter: Parameter) -> inspect.Parameter:
    said = parameter.said
    annotation: Any = list[parameter.type] if parameter.many else parameter.type  # type: ignore[name-defined]
    if said.default is None:
        annotation = annotation | None
    shared: dict[str, Any] = {"help": said.help, "hidden": said.hidden, "metavar": said.metavar}
    if said.is_argument:
        default = typer.Argument(said.default, **shared)
    else:
        default = typer.Option(
            said.default,
            *flags_of(parameter),
            min=said.min,
            callback=said.callback,
            rich_help_panel=None if parameter.of_worlds is None else OF_WORLDS,
            **shared,
        )
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(parameter.name, kind, default=default, annotation=annotation)


def _version(value: bool) -> None:
    if value:
        from fmtools.version import __version__

        print(f"fmtools {__version__}")
        raise typer.Exit


def _options(
    show_version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version and exit."
    ),
    debug: bool = typer.Option(
        False, "--debug", help="Anywhere: errors come with the whole traceback, of your code too."
    ),
) -> None:
    pass
