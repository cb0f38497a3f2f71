"""Typed lists such as `a b - block c - (either x y)`, and the type hierarchy made of one."""

from collections.abc import Mapping, Sequence

from fmtools.frozen import frozen
from fmtools.pddl.model import OBJECT, Parameter
from fmtools.pddl.names import expectation
from fmtools.pddl.sexpr import Node, shown

Types = Mapping[str, tuple[str, ...]]

EITHER = "either"


@frozen
class Entry:
    """One name of a typed list with the nodes of its types; no types where none were written."""

    name: Node
    types: tuple[Node, ...]


def read_typed_list(items: Sequence[Node], what: str) -> list[Entry]:
    """Entries of `items`. `what` is for messages: a list of which things?"""
    entries: list[Entry] = []
    untyped: list[Node] = []
    index = 0
    while index < len(items):
        item = items[index]
        index += 1
        if item.word[0] != "-":
            untyped.append(check_name(item, what))
            continue
        if not untyped:
            raise item.error(f"nothing before '-'; expected a {what}")
        if item.word != "-":
            types: tuple[Node, ...] = (item,)  # Files in the wild have `?x -block`.
        elif index < len(items):
            types = _type_names(items[index])
            index += 1
        else:
            raise item.error("nothing after '-'; expected a type")
        entries.extend(Entry(name, types) for name in untyped)
        untyped = []
    entries.extend(Entry(name, ()) for name in untyped)
    return entries


def check_name(node: Node, what: str) -> Node:
    """`node` itself if it is a name that fits; variables start with `?`, other names do not."""
    word = node.word
    if node.is_list or word[0] == ":" or (word[0] == "?") != (what == "variable") or word == "?":
        article = "an" if what[0] in "ao" else "a"
        expected = (
            f"the name of {article} {what}" if what != "variable" else "a variable such as ?x"
        )
        raise node.error(f"unexpected {node.describe()}; expected {expected}")
    return node


def _type_names(node: Node) -> tuple[Node, ...]:
    if not node.is_list:
        return (check_name(node, "type"),)
    names = node.items()
    if node.head != EITHER or len(names) < 2:
        raise node.error(f"unexpected {node.describe()}; expected a type or (either type ...)")
    return tuple(check_name(name, "type") for name in names[1:])


def read_parameters(items: Sequence[Node], types: Types, what: str) -> list[Parameter]:
    """Typed names whose types must exist; repeated names are left to the caller."""
    return [
        Parameter(entry.name.word, known_types(entry.types, types))
        for entry in read_typed_list(items, what)
    ]


def known_types(nodes: Sequence[Node], types: Types) -> tuple[str, ...]:
    """Names of `nodes` after a check that each is a type; `object` where there are none."""
    for node in nodes:
        name = type_name(node)
        if name not in types:
            hint = expectation(name, types, "type")
            raise node.error(f"unknown type {shown(name)}; {hint}")
    return tuple(dict.fromkeys(map(type_name, nodes))) or (OBJECT,)


def type_name(node: Node) -> str:
    """The type that `node` names, also where it is glued to its dash."""
    return node.word.removeprefix("-")


def read_types(items: Sequence[Node]) -> dict[str, tuple[str, ...]]:
    """Type -> direct supertypes, as in `Domain.types`.

    Lenient where benchmark files are loose: supertypes need no declaration of their own, a type
    declared twice has both supertypes, and `object` may be declared like any other type.
    """
    parents: dict[str, dict[str, None]] = {}
    where: dict[str, Node] = {}
    for entry in read_typed_list(items, "type"):
        name = entry.name.word
        where.setdefault(name, entry.name)
        own = parents.setdefault(name, {})
        for supertype in map(type_name, entry.types):
            parents.setdefault(supertype, {})
            if supertype != name:
                own[supertype] = None
    above_object = parents.pop(OBJECT, {})
    types = {OBJECT: ()} | {name: tuple(own) or (OBJECT,) for name, own in parents.items()}
    if above_object:
        node = where[OBJECT]
        raise node.error(f"'object' below {shown(next(iter(above_object)))}; expected no supertype")
    _refuse_cycles(types, where)
    return types


def _refuse_cycles(types: Types, where: Mapping[str, Node]) -> None:
    """Peel off types whose supertypes are all known to end at `object`; a cycle remains."""
    below: dict[str, list[str]] = {name: [] for name in types}
    waiting = {name: len(supertypes) for name, supertypes in types.items()}
    for name, supertypes in types.items():
        for supertype in supertypes:
            below[supertype].append(name)
    done = [OBJECT]
    for name in done:
        for lower in below[name]:
            waiting[lower] -= 1
            if not waiting[lower]:
                done.append(lower)
    rest = waiting.keys() - set(done)
    if rest:
        name = next(name for name in where if name in rest)
        raise where[name].error(f"the supertypes of {shown(name)} form a cycle; expected a tree")
