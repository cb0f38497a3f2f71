"""`frozen` classes beside dataclasses that say the same: no difference but their price."""

import copy
import dataclasses
import pickle
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from fmtools.frozen import field, frozen, replace


@frozen
class Plain:
    one: int
    two: str = "2"
    many: dict[str, int] = field(default_factory=dict, compare=False)
    hidden: tuple[int, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        if self.one < 0:
            raise ValueError("negative")


@dataclass(frozen=True)
class PlainTwin:
    one: int
    two: str = "2"
    many: dict[str, int] = dataclasses.field(default_factory=dict, compare=False)
    hidden: tuple[int, ...] = dataclasses.field(default=(), repr=False)

    def __post_init__(self) -> None:
        if self.one < 0:
            raise ValueError("negative")


@frozen(kw_only=True)
class Base:
    name: str = "base"

    def __repr__(self) -> str:
        return "its own"


@frozen
class Derived(Base):
    place: int


@dataclass(frozen=True, kw_only=True)
class BaseTwin:
    name: str = "base"


@dataclass(frozen=True)
class DerivedTwin(BaseTwin):
    place: int


@frozen(eq=False)
class Single:
    value: int


CALLS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((1,), {}),
    ((1, "x"), {"hidden": (3,)}),
    ((1, "x", {"a": 1}, (2,)), {}),
    ((), {"one": 5, "two": "y"}),
    ((), {}),
    ((1, 2, 3, 4, 5), {}),
    ((1,), {"one": 1}),
    ((1,), {"three": 1}),
    ((-1,), {}),
]


def told(make: Callable[..., Any], places: tuple[Any, ...], keywords: dict[str, Any]) -> object:
    """What comes of a call: the values, or the error."""
    try:
        return vars(make(*places, **keywords))
    except (TypeError, ValueError) as error:
        return str(error).replace("Twin", "").replace("Plain.", "")


@pytest.mark.parametrize(("places", "keywords"), CALLS)
def test_calls_do_what_those_of_a_dataclass_do(
    places: tuple[Any, ...], keywords: dict[str, Any]
) -> None:
    assert told(Plain, places, keywords) == told(PlainTwin, places, keywords)


def test_they_look_and_compare_as_dataclasses_do() -> None:
    for make in (Plain, PlainTwin):
        value: Any = make(1, many={"a": 1})
        assert repr(value).removeprefix(make.__name__) == "(one=1, two='2', many={'a': 1})"
        assert value == make(1)  # `many` is not compared
        assert hash(value) == hash(make(1))
        assert value != make(2)
        assert value != make(1, hidden=(1,))
        assert make.__match_args__ == ("one", "two", "many", "hidden")
    assert Plain(1) != PlainTwin(1)
    assert Plain(1).many is not Plain(1).many


def test_equality_is_identity_where_that_is_asked_for() -> None:
    assert Single(1) != Single(1)
    assert len({Single(1), Single(1)}) == 2


def test_nothing_can_be_changed() -> None:
    value: Any = Plain(1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="'one'"):
        value.one = 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        del value.one
    with pytest.raises(AttributeError):
        value.new = 1


def test_fields_are_inherited_and_keywords_stay_keywords() -> None:
    for make in (Derived, DerivedTwin):
        value: Any = make(3, name="x")
        assert (value.place, value.name, make(place=1).name) == (3, "x", "base")
        with pytest.raises(TypeError):
            make("x", 3)  # type: ignore[arg-type,call-arg]
    assert repr(Base()) == "its own"
    assert repr(Derived(3)) == "Derived(name='base', place=3)"
    assert repr(DerivedTwin(3)) == "DerivedTwin(name='base', place=3)"


def test_what_dataclasses_offer_works_with_them() -> None:
    value, twin = Plain(1, "x"), PlainTwin(1, "x")
    assert dataclasses.asdict(value) == dataclasses.asdict(twin)
    assert [f.name for f in dataclasses.fields(value)] == [f.name for f in dataclasses.fields(twin)]
    assert [f.name for f in dataclasses.fields(Derived)] == ["name", "place"]
    assert dataclasses.replace(value, one=2) == replace(value, one=2) == Plain(2, "x")
    with pytest.raises(ValueError, match="negative"):
        replace(value, one=-1)
    with pytest.raises(TypeError):
        replace(value, three=1)


def test_copies_and_pickles_are_equal() -> None:
    value = Plain(1, many={"a": 1})
    for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert vars(other) == vars(value)


def test_they_can_be_matched() -> None:
    match Plain(1, "x"):
        case Plain(one, two):
            assert (one, two) == (1, "x")


def test_threads_may_make_the_first_values_at_once():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    failed: list[BaseException] = []

    def make(cls: type, ready: threading.Barrier) -> None:
        ready.wait()
        try:
            cls(1)
        except BaseException as error:
            failed.append(error)

    try:
        for _ in range(200):
            own = frozen(type("Own", (), {"__annotations__": {"one": int}}))
            ready = threading.Barrier(4)
            threads = [threading.Thread(target=make, args=(own, ready)) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    finally:
        sys.setswitchinterval(before)
    assert failed == []
