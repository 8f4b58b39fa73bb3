"""What is wrong with the files of an embedded store that does not start, in words for whoever runs it."""

import re
import subprocess
from pathlib import Path

CHECK_SECONDS = 60.0
_BROKEN = re.compile(r"reading the append only file (\S+?):")
_ANALYZED = re.compile(r"size=(\d+), ok_up_to=(\d+)")
_WARNING = re.compile(r"^\d+:\w+ .*?\d\d:\d\d:\d\d\.\d+ # (.*)$")


def why_it_stopped(folder: Path, binary: str) -> str:
    """A sentence or two: which file is damaged, where, and what can be done; else valkey-server's own last reason."""
    log = folder / "valkey.log"
    said = warnings_of(log)
    whole = f"All that valkey-server said is in {log}."
    broken = next((found[1] for line in reversed(said) if (found := _BROKEN.search(line))), "")
    if not broken:
        return f"valkey-server cannot run on {folder}: {said[-1] if said else 'it gave no reason'}. {whole}"
    file = folder / "appendonlydir" / broken
    return f"the store in {folder} is damaged: {place_of(file, binary)} Nothing has been changed. {whole}"


def place_of(file: Path, binary: str) -> str:
    """How far a broken append-only file can be read, and the two ways on."""
    sound = sound_bytes(file, binary) if file.name.endswith(".incr.aof") else None
    if sound is None:
        return f"{file} cannot be read. Put the folder back from a backup."
    good, size = sound
    return (
        f"{file} can be read up to byte {good} of {size}. Put the folder back from a backup; or give up what was "
        f"written after that byte (copy the folder first): truncate -s {good} '{file}', "
        "then `lastreel store check`."
    )


def sound_bytes(file: Path, binary: str) -> tuple[int, int] | None:
    """Bytes that are well-formed from the beginning, and the file's size; None if that cannot be told."""
    try:
        # One program under two names: called as valkey-check-aof it reads the file and changes nothing.
        asked = ["valkey-check-aof", str(file)]
        done = subprocess.run(asked, executable=binary, capture_output=True, text=True, timeout=CHECK_SECONDS)
    except (OSError, subprocess.SubprocessError):
        return None
    found = _ANALYZED.search(done.stdout)
    return (int(found[2]), int(found[1])) if found and int(found[2]) < int(found[1]) else None


def warnings_of(log: Path) -> list[str]:
    """What valkey-server warned of since its last start, without process and time."""
    try:
        text = log.read_text(errors="replace").rpartition("is starting")[2]
    except OSError:
        return []
    return [found[1].rstrip(".") for line in text.splitlines() if (found := _WARNING.match(line))]
