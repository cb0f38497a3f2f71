"""Writing a results directory: records appended under a lock, libraries and experiments beside.

Several sweeps may write to one directory at once: each append takes the lock, reads what others
have added, and leaves out runs that are there already. A kill in the middle of an append leaves at
most one unfinished line at the end, which the next sweep cuts off, and says so.
"""

import contextlib
import fcntl
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from fmtools.errors import InputError, UsageError
from fmtools.files import write_whole
from fmtools.store.reading import (
    EXPERIMENTS_NAME,
    MACROS_NAME,
    RECORDS_NAME,
    Record,
    is_current,
    read_store,
    scan_lines,
)

__all__ = ["Store", "read_store"]

LOCK_NAME = ".lock"


class Store:
    """One results directory, made where it is missing. `complaints` grows as damage is met."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.complaints: list[str] = []
        self.outcomes: dict[str, str] = {}
        """Key -> outcome, of every run that anybody has recorded here; stale ones do not count."""
        self._position = 0
        self._next_line = 1
        try:
            directory.mkdir(parents=True, exist_ok=True)
            self._records = directory / RECORDS_NAME
            self._records.touch()
        except OSError as error:
            raise UsageError(f"{directory}: cannot be written: {error.strerror}") from None
        with self._locked():
            self._refresh()

    def refresh(self) -> None:
        """Take in what other sweeps have recorded."""
        with self._locked():
            self._refresh()

    def is_finished(self, key: str) -> bool:
        """Recorded, and not as an error: those are run again."""
        return self.outcomes.get(key, "error") != "error"

    def append(self, records: Iterable[Record]) -> list[Record]:
        """Write those whose run is not finished yet, safely on disk; the ones written."""
        with self._locked():
            self._refresh()
            new: dict[str, Record] = {}
            for record in records:
                if not self.is_finished(record["key"]):
                    new[record["key"]] = record
            text = "".join(
                json.dumps(record, allow_nan=False, ensure_ascii=False) + "\n"
                for record in new.values()
            )
            data = text.encode(errors="replace")  # half characters: of odd file names
            self._write(data)
            self._position += len(data)
            self._next_line += len(new)
            self.outcomes |= {key: record["outcome"] for key, record in new.items()}
            return list(new.values())

    def _write(self, data: bytes) -> None:
        try:
            with self._records.open("ab", buffering=0) as file:
                written = 0
                while written < len(data):
                    written += file.write(data[written:])
                os.fsync(file.fileno())
        except OSError as error:
            raise InputError(
                f"{self._records}: {error.strerror}; mend that, and the same command goes on"
            ) from None

    def library_path(self, name: str) -> Path:
        return self.directory / MACROS_NAME / f"{name}.json"

    def save_library(self, name: str, text: str) -> None:
        """Written whole, once: a library that is there is never replaced."""
        path = self.library_path(name)
        with self._locked():
            if not path.exists():
                path.parent.mkdir(exist_ok=True)
                write_whole(path, text)

    def save_experiment(self, name: str, digest: str, text: str) -> Path:
        """A copy of what was asked for; another text under the same name gets a file of its own."""
        path = self.directory / EXPERIMENTS_NAME / f"{name}-{digest}.toml"
        with self._locked():
            if not path.exists():
                path.parent.mkdir(exist_ok=True)
                write_whole(path, text)
        return path

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        with (self.directory / LOCK_NAME).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _refresh(self) -> None:
        """Read on from where we were; a tail that is no record is cut off. Needs the lock."""
        size = self._records.stat().st_size
        if size < self._position:
            raise InputError(
                f"{self._records} has become shorter while it was in use; start the sweep again"
            )
        if size == self._position:
            return
        with self._records.open("r+b") as file:
            file.seek(self._position)
            data = file.read()
            scan = scan_lines(data, RECORDS_NAME, self._next_line)
            if scan.tail:
                file.truncate(self._position + scan.whole_bytes)
                os.fsync(file.fileno())
                self.complaints.append(
                    f"{RECORDS_NAME}: repaired: cut {len(scan.tail)} bytes of an unfinished last "
                    "record; its run will be done again"
                )
        self._next_line += data.count(b"\n", 0, scan.whole_bytes)
        self.complaints += scan.complaints
        self._position += scan.whole_bytes
        for record in filter(is_current, scan.records):
            if not self.is_finished(record["key"]):
                self.outcomes[record["key"]] = record["outcome"]
