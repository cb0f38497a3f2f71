"""Values with names that start at once: frozen dataclasses in all but what they cost to define.

`dataclass` writes and compiles six methods for every class, half a millisecond of each start of
Python; the thirty classes that `fmtools plan` needs took longer than reading, grounding and solving
a small task. Here one method is compiled, `__init__`, when it is first asked for, and the others
are shared. What `dataclasses` offers (`replace`, `asdict`, `fields`) works with these classes.
Modules that commands load at their start use it; anywhere else, and for values that change,
dataclasses are as good.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")
_NONE: Any = object()


class Field:
    """What is said of one, in place of its default."""

    __slots__ = ("compare", "default", "default_factory", "kw_only", "repr")

    def __init__(self, default: Any, default_factory: Any, repr: bool, compare: bool) -> None:
        self.default = default
        self.default_factory = default_factory
        self.repr = repr
        self.compare = compare
        self.kw_only = False


def field(
    *, default: Any = _NONE, default_factory: Any = None, repr: bool = True, compare: bool = True
) -> Any:
    """As in dataclasses."""
    return Field(default, default_factory, repr, compare)


@overload
def frozen(cls: type[T]) -> type[T]: ...
@overload
def frozen(*, eq: bool = True, kw_only: bool = False) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: Any = None, *, eq: bool = True, kw_only: bool = False) -> Any:
    """As `dataclass(frozen=True)`: methods that the class defines itself stay."""
    if cls is None:
        return lambda cls: _made(cls, eq, kw_only)
    return _made(cls, eq, kw_only)


def _made(cls: type[T], eq: bool, kw_only: bool) -> type[T]:
    fields: dict[str, Field] = dict(getattr(cls, "_fields", {}))
    for name in cls.__annotations__:
        said = vars(cls).get(name, _NONE)
        one = said if isinstance(said, Field) else Field(said, None, True, True)
        one.kw_only = kw_only
        fields[name] = one
        if one.default is not _NONE:
            setattr(cls, name, one.default)
        elif said is one:
            delattr(cls, name)
    own: dict[str, Any] = {
        "__init__": _Init(fields, hasattr(cls, "__post_init__")),
        "__repr__": _repr,
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__match_args__": tuple(name for name, one in fields.items() if not one.kw_only),
        "__dataclass_fields__": _AsDataclass(),
        "_fields": fields,
    }
    if eq:
        compared = attrgetter(*(name for name, one in fields.items() if one.compare))
        own |= {"__eq__": _eq, "__hash__": _hash, "_compared": compared}
    for name, value in own.items():
        # Python itself sets `__hash__` to None where a class defines `__eq__` alone.
        if vars(cls).get(name) is None:
            setattr(cls, name, value)
    return cls


class _Init:
    """`__init__`, compiled when it is first asked for: no command needs all classes it loads."""

    def __init__(self, fields: dict[str, Field], checks: bool) -> None:
        self._parts = fields, checks

    def __get__(self, instance: Any, owner: Any) -> Any:
        made = _init(*self._parts)
        for cls in owner.__mro__:
            if vars(cls).get("__init__") is self:  # no longer, where another thread was quicker
                cls.__init__ = made
        return made if instance is None else made.__get__(instance, owner)


def _init(fields: dict[str, Field], checks: bool) -> Any:
    """Compiled, so that Python itself sees to wrong calls, and `help` knows the parameters."""
    names: dict[str, Any] = {"_put": object.__setattr__, "_NONE": _NONE}
    places: list[str] = []
    keywords: list[str] = []
    lines: list[str] = []
    for name, one in fields.items():
        value = name
        if one.default_factory is not None:
            names[f"_new_{name}"] = one.default_factory
            value = f"_new_{name}() if {name} is _NONE else {name}"
        names[f"_default_{name}"] = one.default
        has_default = one.default is not _NONE or one.default_factory is not None
        (keywords if one.kw_only else places).append(
            f"{name}=_default_{name}" if has_default else name
        )
        lines.append(f" _put(self, {name!r}, {value})")
    if checks:
        lines.append(" self.__post_init__()")
    parameters = ["self", *places, *(["*", *keywords] if keywords else [])]
    exec(f"def __init__({', '.join(parameters)}):\n" + "\n".join(lines), names)
    return names["__init__"]


def _repr(self: Any) -> str:
    shown = [f"{name}={getattr(self, name)!r}" for name, one in self._fields.items() if one.repr]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _eq(self: Any, other: Any) -> Any:
    if type(other) is not type(self):
        return NotImplemented
    return self._compared(self) == self._compared(other)


def _hash(self: Any) -> int:
    return hash(self._compared(self))


def _refuse(self: object, name: str, value: object = None) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot change field {name!r} of {type(self).__qualname__}")


class _AsDataclass:
    """`__dataclass_fields__`, made when it is first asked for."""

    def __get__(self, _instance: object, owner: Any) -> Any:
        from dataclasses import make_dataclass

        made: Any = make_dataclass(owner.__name__, owner._fields)
        owner.__dataclass_fields__ = made.__dataclass_fields__
        return owner.__dataclass_fields__


def replace(value: T, /, **changes: Any) -> T:
    """The same but for these fields."""
    fields = value._fields  # type: ignore[attr-defined]
    return type(value)(**{name: getattr(value, name) for name in fields} | changes)
