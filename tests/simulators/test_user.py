"""The user's simulator: loading by name, options, and every rule of the protocol when broken."""

import itertools

import numpy as np
import pytest

from fmtools.errors import InputError, SimulatorError, UsageError
from fmtools.simulator import Simulator
from fmtools.simulators.cube import Cube
from fmtools.simulators.user import CheckedSimulator, load_simulator, option_value


class Counter:
    """Two variables, two actions: a sound simulator to break in one point at a time."""

    num_variables = 2

    def start(self):
        return [0, 0]

    def goal(self):
        return {0: 5, 1: 5}

    def applicable(self, state):
        return [0, 1]

    def successor(self, state, action):
        after = list(state)
        after[action] = (after[action] + 1) % 10
        return after

    def action_name(self, action):
        return ("first", "second")[action]


def _broken(**members):
    return CheckedSimulator(type("Broken", (Counter,), members)())


def _walk(simulator, steps=40):
    state = simulator.start()
    simulator.goal()
    for step in range(steps):
        actions = simulator.applicable(state)
        state = np.array(simulator.successor(state, actions[step % len(actions)]))
        state.flags.writeable = False
    return state


def _ticking(answer):
    ticks = itertools.count()
    return lambda self, *arguments: answer(next(ticks), *arguments)


def test_sound_simulator_passes_unchanged():
    simulator = CheckedSimulator(Counter())
    assert isinstance(simulator, Simulator)
    assert _walk(simulator, 10).tolist() == [5, 5]
    assert simulator.goal() == {0: 5, 1: 5}
    assert simulator.action_name(1) == "second"
    assert not simulator.start().flags.writeable


def test_wrapped_cube_walks_like_the_bare_one():
    cube = Cube("R U2 F'")
    checked = CheckedSimulator(cube)
    state, bare = checked.start(), cube.start()
    for action in np.random.default_rng(0).integers(12, size=300).tolist():
        assert list(checked.applicable(state)) == list(cube.applicable(bare))
        state, bare = np.array(checked.successor(state, action)), cube.successor(bare, action)
        assert (state == bare).all()


def test_optional_members_are_there_only_if_the_simulator_has_them():
    cube = Cube()
    assert CheckedSimulator(cube).render(cube.start()) == cube.render(cube.start())
    assert not hasattr(CheckedSimulator(Counter()), "render")
    assert not hasattr(CheckedSimulator(Counter()), "kernel")


@pytest.mark.parametrize(
    ("rule", "members"),
    [
        ("lacks applicable", {"applicable": None}),
        ("rule 1: num_variables is 0", {"num_variables": 0}),
        ("rule 1: num_variables is 'two'", {"num_variables": "two"}),
        ("rule 1: start", {"start": lambda self: [0, 0, 0]}),
        ("rule 1: start", {"start": lambda self: [0, -1]}),
        ("rule 1: start", {"start": lambda self: [0, 65536]}),
        ("rule 1: start", {"start": lambda self: [0, 0.5]}),
        ("rule 1: start", {"start": lambda self: [[0], [0, 1]]}),
        ("rule 1: start", {"start": lambda self: None}),
        ("rule 2: start", {"start": _ticking(lambda tick: [tick, 0])}),
        ("start.. raised KeyError", {"start": lambda self: {}["x"]}),
        ("goal.. returned", {"goal": lambda self: {}}),
        ("goal.. returned", {"goal": lambda self: [5, 5]}),
        ("rule 1: goal.. has the fact 2: 0; variables", {"goal": lambda self: {2: 0}}),
        ("rule 1: goal.. has the fact 'a': 0; variables", {"goal": lambda self: {"a": 0}}),
        ("rule 1: goal.. has the fact 0: -1; values", {"goal": lambda self: {0: -1}}),
        ("goal.. raised ZeroDivisionError", {"goal": lambda self: 1 // 0}),
        ("rule 1: successor", {"successor": lambda self, state, action: [1]}),
        ("rule 1: successor", {"successor": lambda self, state, action: [1, 2.5]}),
        ("rule 1: successor", {"successor": lambda self, state, action: [1, 70000]}),
        ("rule 2: successor", {"successor": _ticking(lambda tick, s, a: [tick % 10, 0])}),
        ("rule 2: applicable", {"applicable": _ticking(lambda tick, s: [tick % 2])}),
        ("rule 4: applicable.. returned", {"applicable": lambda self, state: None}),
        ("rule 4: applicable.. returned", {"applicable": lambda self, state: iter([0])}),
        ("rule 4: applicable.. returned the action id", {"applicable": lambda self, s: ["up"]}),
        ("rule 4: applicable.. returned the action id", {"applicable": lambda self, s: [-1]}),
        (
            "rule 4: applicable.. raised ValueError: invalid",
            {"applicable": lambda self, s: int("no")},
        ),
        ("rule 4: action_name.. raised IndexError", {"applicable": lambda self, state: [7]}),
        ("rule 4: action_name.1. returned 1", {"action_name": lambda self, action: action or "a"}),
    ],
)
def test_breach_names_the_rule(rule, members):
    with pytest.raises(SimulatorError, match=rule) as error:
        _walk(_broken(**members))
    assert "\n" not in str(error.value)


def test_successor_that_changes_its_input_breaks_rule_3():
    def successor(self, state, action):
        state[action] += 1
        return state

    broken = _broken(successor=successor)
    with pytest.raises(SimulatorError, match=r"rule 3: successor\(\) tried to change the state"):
        broken.successor(np.array([0, 0]), 0)
    with pytest.raises(SimulatorError, match=r"rule 3: successor\(\) tried to change the state"):
        broken.successor(broken.start(), 0)


@pytest.mark.parametrize("buffer", [[0, 0], np.zeros(2, int)], ids=["list", "array"])
def test_successor_that_fills_one_buffer_again_and_again_breaks_rule_3(buffer):
    def successor(self, state, action):
        buffer[:] = state
        buffer[action] += 1
        return buffer

    with pytest.raises(SimulatorError, match=r"rule 3: successor\(\) changed a state that it had"):
        _walk(_broken(successor=successor))


def test_a_state_cannot_be_made_writable_whoever_hands_it_out():
    answers = _ticking(lambda tick, s, a: [1, 1] if tick < 50 else s.setflags(write=True))
    broken = _broken(successor=answers)
    with pytest.raises(SimulatorError, match=r"rule 3: successor\(\) tried to change"):
        for _ in range(60):
            broken.successor(np.array([0, 0]), 0)


def test_exception_names_method_action_state_and_cause():
    def successor(self, state, action):
        if state[0] == 9:
            raise RuntimeError("stuck\nhere")
        return [state[0] + 1, 0]

    with pytest.raises(SimulatorError) as error:
        _walk(_broken(successor=successor))
    text = str(error.value)
    assert "successor() raised RuntimeError: stuck here for action 1 in state [9 0]" in text
    assert isinstance(error.value.__cause__, RuntimeError)


def test_late_change_of_length_is_noticed_on_every_call():
    answers = _ticking(lambda tick, s, a: [1, 1] if tick < 50 else [1])
    broken = _broken(successor=answers)
    with pytest.raises(SimulatorError, match="rule 1"):
        for _ in range(60):
            broken.successor(broken.start(), 0)


def test_answers_that_drift_with_time_break_rule_2():
    answers = _ticking(lambda tick, s, a: [tick // 10, 0])
    broken = _broken(successor=answers)
    with pytest.raises(SimulatorError, match="rule 2"):
        for _ in range(40):
            broken.successor(broken.start(), 0)


def test_a_batch_that_disagrees_with_one_by_one_answers_is_caught():
    class Hasty(Counter):
        def successors(self, state):
            actions = self.applicable(state)
            return actions, [[7] * self.num_variables for _ in actions]

    checked = CheckedSimulator(Hasty())
    with pytest.raises(SimulatorError, match="must agree"):
        checked.successors(checked.start())


@pytest.fixture
def worlds(tmp_path, monkeypatch):
    """A folder to be in, with modules of the user's."""
    (tmp_path / "toy_worlds.py").write_text(
        "from fmtools.errors import InputError\n"
        "class Toy:\n"
        "    num_variables = 1\n"
        "    def __init__(self, size=3, speed=1.0, big=False, label='x'):\n"
        "        if size == 99: raise InputError('size 99 is taken')\n"
        "        if size < 0: raise ValueError('size below 0')\n"
        "        self.options = (size, speed, big, label)\n"
        "    def start(self): return [0]\n"
        "    def goal(self): return {0: 1}\n"
        "    def applicable(self, state): return [0]\n"
        "    def successor(self, state, action): return [1]\n"
        "    def action_name(self, action): return 'go'\n"
        "def make_toy(**options): return Toy(**options)\n"
        "ready = Toy()\n"
        "class Half:\n"
        "    num_variables = 1\n"
    )
    (tmp_path / "toy_needs_more.py").write_text("import no_such_library_anywhere\n")
    (tmp_path / "toy_typo.py").write_text("def broken(:\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(__import__("sys").path))
    return tmp_path


def test_class_is_found_in_the_current_folder_and_gets_typed_options(worlds):
    options = {"size": "5", "speed": "0.5", "big": "true", "label": "a b"}
    simulator = load_simulator("toy_worlds:Toy", options)
    assert simulator.inner.options == (5, 0.5, True, "a b")
    assert simulator.start().tolist() == [0]


def test_factory_and_finished_object_will_do(worlds):
    assert load_simulator("toy_worlds:make_toy", {"size": "4"}).inner.options[0] == 4
    assert load_simulator("toy_worlds:ready").num_variables == 1
    with pytest.raises(UsageError, match="takes no options"):
        load_simulator("toy_worlds:ready", {"size": "4"})


@pytest.mark.parametrize(
    ("name", "options", "kind", "says"),
    [
        ("toy_worlds:", {}, UsageError, "package.module:Class"),
        (":Toy", {}, UsageError, "package.module:Class"),
        ("toy_wurlds:Toy", {}, InputError, "no module 'toy_wurlds'"),
        ("toy_worlds.sub:Toy", {}, InputError, "no module"),
        ("no.such.module:Toy", {}, InputError, "no module 'no'"),
        ("toy_worlds:Toi", {}, InputError, "did you mean 'Toy'"),
        ("toy_needs_more:Toy", {}, InputError, "no_such_library_anywhere"),
        ("toy_typo:Toy", {}, SimulatorError, "importing toy_typo failed: SyntaxError"),
        ("toy_worlds:Toy", {"sise": "3"}, UsageError, "did you mean 'size'.; it takes size, speed"),
        ("toy_worlds:Toy", {"size": "-3"}, SimulatorError, "could not be built: ValueError: size"),
        ("toy_worlds:Toy", {"size": "99"}, InputError, "size 99 is taken"),
        ("toy_worlds:make_toy", {"no": "1"}, SimulatorError, "could not be built: TypeError"),
        ("toy_worlds:Half", {}, SimulatorError, "lacks start, goal, applicable, successor"),
    ],
)
def test_loading_errors_say_what_to_do(worlds, name, options, kind, says):
    with pytest.raises(kind, match=says) as error:
        load_simulator(name, options)
    assert "\n" not in str(error.value)


def test_options_become_numbers_and_booleans_where_they_look_so():
    texts = ["3", "-2", "0.5", "1e3", "true", "False", "x", "", "3 4"]
    values = [option_value(text) for text in texts]
    assert values == [3, -2, 0.5, 1000.0, True, False, "x", "", "3 4"]
    assert [type(value) for value in values[:6]] == [int, int, float, float, bool, bool]
