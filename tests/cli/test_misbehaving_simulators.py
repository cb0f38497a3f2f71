"""The user's simulator against fmtools: it prints, exits, hangs, leaves threads, changes states."""

import hashlib
import json
import os
import signal
import subprocess
import sys

import pytest

from tests.cli.command import assert_refused, fmtools

LIGHTS = """
import os, sys, threading, time


class Lights:
    def __init__(self, n=4, start=0):
        self.num_variables, self.first = n, start
    def start(self):
        return [(self.first >> v) & 1 for v in range(self.num_variables)]
    def goal(self):
        return {v: 1 for v in range(self.num_variables)}
    def applicable(self, state):
        return list(range(self.num_variables))
    def successor(self, state, action):
        after = list(state)
        for v in (action, (action + 1) % self.num_variables):
            after[v] = 1 - after[v]
        return after
    def action_name(self, action):
        return f"press {action}"
"""


@pytest.fixture
def folder(tmp_path):
    """A folder to run fmtools in, with `lights.py`."""
    (tmp_path / "lights.py").write_text(LIGHTS)
    return tmp_path


def _write(folder, body):
    """A module `mine.py` with a class `Mine`; gives the line that holds the comment `# here`."""
    text = "from lights import *\n\n\nclass Mine(Lights):\n" + body
    (folder / "mine.py").write_text(text)
    return next((n for n, line in enumerate(text.splitlines(), 1) if "# here" in line), 0)


PRINTING = """
    print("module level")
    os.write(1, b"below Python\\n")
    def __init__(self, **options):
        print("constructor")
        os.system("echo child process")
        super().__init__(**options)
    def start(self):
        print("start")
        return super().start()
    def successor(self, state, action):
        print("successor")
        os.write(1, b"below Python\\n")
        return super().successor(state, action)
    def action_name(self, action):
        print("name")
        return super().action_name(action)
    def render(self, state):
        print("render")
        return str(state.tolist())
"""


def test_what_a_simulator_prints_goes_to_stderr(folder):
    _write(folder, PRINTING)
    planned = fmtools("plan", "mine:Mine", "--json", cwd=folder)
    assert planned.json["outcome"] == "solved"
    learned = fmtools("learn", "mine:Mine", "-o", "m.json", "--budget", "200", "--json", cwd=folder)
    assert learned.json["macros"] > 0
    for text in ("module level", "below Python", "constructor", "child process", "successor"):
        assert text in planned.err
        assert text in learned.err
    shown = fmtools("plan", "mine:Mine", cwd=folder)
    assert shown.code == 0
    assert "outcome" in shown.out and "[1, 1, 1, 1]" in shown.out
    for text in ("start\nstart", "render\n", "successor\n", "below Python"):
        assert text not in shown.out
        assert text in shown.err


EXITING = {
    "import": "    sys.exit(0)  # here\n",
    "constructor": "    def __init__(self):\n        sys.exit(7)  # here\n",
    "start": "    def start(self):\n        sys.exit(0)  # here\n",
    "goal": "    def goal(self):\n        exit()  # here\n",
    "successor": "    def successor(self, state, action):\n        sys.exit('enough')  # here\n",
    "applicable": "    def applicable(self, state):\n        raise SystemExit  # here\n",
    "action_name": "    def action_name(self, action):\n        sys.exit(0)  # here\n",
    "render": "    def render(self, state):\n        sys.exit(0)  # here\n",
}


@pytest.mark.parametrize("where", EXITING)
def test_a_simulator_that_exits_does_not_end_fmtools_unnoticed(folder, where):
    line = _write(folder, EXITING[where])
    refused = fmtools("plan", "mine:Mine", cwd=folder)
    assert_refused(refused, 32, f"error: mine.py:{line}: ", "SystemExit: sys.exit(")
    if where == "successor":
        learned = fmtools("learn", "mine:Mine", "-o", "m.json", cwd=folder)
        assert_refused(learned, 32, f"mine.py:{line}: ")


def test_a_broken_rule_names_file_and_line_of_the_method(folder):
    line = _write(folder, "    def successor(self, state, action):  # here\n        return [5]\n")
    refused = fmtools("plan", "mine:Mine", cwd=folder)
    assert_refused(
        refused, 32, f"mine.py:{line}: mine:Mine: rule 1: successor() returned 1 value, [5]"
    )


ENDLESS = """
    calls = 0
    def successor(self, state, action):
        self.calls += 1
        if self.calls > 500:
            self.hang()
        return super().successor(state, action)
    def hang(self):
        if os.path.exists("hanging"): open("hanging", "w").close()
        while True: self.calls += 1  # here
"""


@pytest.mark.parametrize("planner", ["gbfs", "bfws-r0"])
def test_the_time_limit_holds_in_a_successor_that_never_returns(folder, planner):
    line = _write(folder, ENDLESS + "    num_values = 2\n")
    words = ("mine:Mine", "--option", "n=16", "--time-limit", "1", "--planner", planner)
    stopped = fmtools("plan", *words, "--json", cwd=folder)
    assert stopped.code == 23
    record = stopped.json
    assert record["outcome"] == "timeout"
    assert record["generated"] > 0
    assert [note for note in record["notes"] if f"inside hang(), at mine.py:{line};" in note]


def test_the_time_limit_holds_in_a_successor_that_sleeps(folder):
    line = _write(
        folder,
        "    def successor(self, state, action):\n"
        "        if sum(state): time.sleep(3600)  # here\n"
        "        return super().successor(state, action)\n",
    )
    stopped = fmtools("plan", "mine:Mine", "--time-limit", "1", "--json", cwd=folder)
    assert stopped.code == 23
    assert f"mine.py:{line};" in stopped.json["notes"][0]


def test_the_time_limit_holds_where_the_simulator_hangs_in_the_replay_only(folder):
    _write(
        folder,
        """
    replaying = False
    def successor(self, state, action):
        after = super().successor(state, action)
        while self.replaying: pass
        if sum(after) == self.num_variables: self.replaying = True
        return after
""",
    )
    words = ("--option", "n=16", "--option", "start=65532", "--time-limit", "1")
    stopped = fmtools("plan", "mine:Mine", *words, "--planner", "bfs", "--json", cwd=folder)
    assert stopped.code == 23
    assert stopped.json["outcome"] == "timeout"
    assert "inside successor(), at mine.py:" in stopped.json["notes"][0]


def test_the_time_limit_holds_in_start(folder):
    line = _write(folder, "    def start(self):\n        while True: pass  # here\n")
    stopped = fmtools("plan", "mine:Mine", "--time-limit", "1", cwd=folder)
    assert_refused(stopped, 32, f"time was up inside start(), at mine.py:{line}")


@pytest.mark.parametrize("how", [[], ["--keep", "auto"]])
def test_the_time_limit_holds_while_learning(folder, how):
    line = _write(folder, ENDLESS)
    words = ("mine:Mine", "--option", "n=16", "-o", "m.json", "--budget", "5000", *how)
    stopped = fmtools("learn", *words, "--time-limit", "1", "--json", cwd=folder)
    assert stopped.code == 0
    assert stopped.json["outcome"] == "timeout"
    assert f"mine.py:{line};" in stopped.json["notes"][0]
    assert (folder / "m.json").exists()


def test_a_world_that_never_returns_is_a_timeout_in_the_workers_of_an_experiment(folder):
    body = "    def __init__(self, seed=0):\n        super().__init__(16)\n"
    line = _write(folder, body + ENDLESS)
    (folder / "mine.toml").write_text(
        'title = "Mine"\nworlds = "mine:Mine"\nplanners = "gbfs"\nmacros = "none"\n'
        'instances = 1\ntie_seeds = 1\nbudget = "100K"\ntime_limit = 1\n'
    )
    run = fmtools("bench", "mine.toml", "-o", "r", "--jobs", "1", cwd=folder)
    assert run.code == 0, run.err
    record = json.loads((folder / "r" / "records.jsonl").read_text())
    assert record["outcome"] == "timeout"
    assert f"mine.py:{line};" in record["notes"]


@pytest.mark.parametrize("command", ["plan", "learn"])
def test_the_first_ctrl_c_ends_a_successor_that_never_returns(folder, command):
    _write(folder, ENDLESS)
    os.mkfifo(folder / "hanging")  # opening it waits for the other side: we know when it hangs
    more = ["-o", "m.json", "--budget", "5K"] if command == "learn" else []
    child = subprocess.Popen(
        [sys.executable, "-m", "fmtools", command, "mine:Mine", "--option=n=16", "--json", *more],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    (folder / "hanging").open().close()
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=300)
    assert child.returncode == 130
    assert json.loads(out)["outcome"] == "interrupted"
    assert "Traceback" not in err


THREAD = """
    def __init__(self, **options):
        super().__init__(**options)
        threading.Thread(target=self.work, name="my worker").start()
    def work(self):
        threading.Event().wait()  # here
"""


def test_a_thread_that_never_ends_does_not_keep_fmtools_alive(folder):
    line = _write(folder, THREAD)
    planned = fmtools("plan", "mine:Mine", "--json", cwd=folder)
    assert planned.code == 0
    assert planned.json["outcome"] == "solved"
    assert f"left a thread running: 'my worker' at mine.py:{line}" in planned.err
    refused = fmtools("plan", "mine:Mine", "--budget", "0", "--json", cwd=folder)
    assert refused.code == 2


@pytest.mark.parametrize(
    "write",
    [
        "state.flags.writeable = True; state[0] = 1  # here",
        "state.setflags(write=1); state[0] = 1; state.setflags(write=0)  # here",
    ],
)
def test_a_state_made_writable_late_breaks_rule_3_and_is_no_exhausted_world(folder, write):
    line = _write(
        folder,
        f"""
    calls = 0
    def successor(self, state, action):
        self.calls += 1
        if self.calls > 20:
            {write}
        return super().successor(state, action)
""",
    )
    refused = fmtools("plan", "mine:Mine", "--option", "n=9", "--planner", "bfs", cwd=folder)
    assert_refused(refused, 32, f"mine.py:{line}: mine:Mine: rule 3: successor() tried to change")


def test_macros_of_other_options_are_refused_with_the_option_that_differs(folder):
    learned = fmtools("learn", "lights:Lights", "-o", "l.json", "--budget", "500", cwd=folder)
    assert learned.code == 0, learned.err
    refused = fmtools("plan", "lights:Lights", "--macros", "l.json", "--option", "n=5", cwd=folder)
    assert_refused(refused, 31, "l.json: macros for 'lights:Lights' with n=4, not with n=5; ")
    same = fmtools("plan", "lights:Lights", "--macros", "l.json", "--option", "n=4", cwd=folder)
    assert same.code == 0, same.err


def test_macros_serve_other_starts_of_the_same_world_and_old_libraries_still_load(folder):
    fmtools("learn", "lights:Lights", "-o", "l.json", "--budget", "500", cwd=folder)
    words = ("plan", "lights:Lights", "--macros", "l.json")
    assert fmtools(*words, "--option", "start=3", cwd=folder).code == 0
    library = json.loads((folder / "l.json").read_text())
    assert library["world"].pop("options") == {"n": 4, "start": 0}
    library["world"]["digest"] = hashlib.sha256(b"4").hexdigest()  # of variables alone, as in 0.1.0
    (folder / "l.json").write_text(json.dumps(library))
    assert fmtools(*words, cwd=folder).code == 0
    refused = fmtools(*words, "--option", "n=5", cwd=folder)
    assert_refused(refused, 31, "l.json: 'lights:Lights' has another number of variables, or other")
