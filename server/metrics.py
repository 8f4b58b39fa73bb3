"""Counters and gauges in the Prometheus text format. Labels are closed lists: never a name, an id or a card."""

import resource
import time
from collections import Counter, defaultdict

from msgspec import Struct

_HELP = {
    "lastreel_commands_total": "Commands by result.",
    "lastreel_frames_total": "Frames made, by role.",
    "lastreel_deliveries_total": "Frames written to connections.",
    "lastreel_errors_total": "Error answers by code.",
    "lastreel_closes_total": "Connections closed by the server, by close code.",
    "lastreel_resume_gap_total": "Clients that could not be given all they had missed.",
    "lastreel_resumes_total": "Clients that were given all they had missed.",
    "lastreel_slow_total": "Times a connection became slow.",
    "lastreel_append_conflicts_total": "Appends refused because another was first.",
    "lastreel_games_total": "Games made on this node.",
    "lastreel_games_archived_total": "Finished games packed by this node.",
    "lastreel_tables_frozen_total": "Tables frozen because of a bug or a damaged record.",
}


class Written(Struct):
    """Counters of the streams of one role, apart from the others because they are counted up with every frame."""

    frames: int = 0
    deliveries: int = 0


class Metrics:
    """All counters of a process."""

    def __init__(self) -> None:
        self.counters: Counter[tuple[str, str]] = Counter()
        self.written: defaultdict[str, Written] = defaultdict(Written)
        """By role."""
        self.gauges: dict[str, float] = {}
        self.started = time.monotonic()

    def count(self, name: str, label: str = "", by: int = 1) -> None:
        """Count up. `label` is written as `key="value"` or empty."""
        self.counters[f"lastreel_{name}_total", label] += by

    def text(self) -> str:
        """Everything, sorted."""
        counters = dict(self.counters)
        for role, written in self.written.items():
            counters["lastreel_frames_total", f'role="{role}"'] = written.frames
            counters["lastreel_deliveries_total", f'role="{role}"'] = written.deliveries
        lines: list[str] = []
        for name, help_ in sorted(_HELP.items()):
            lines += [f"# HELP {name} {help_}", f"# TYPE {name} counter"]
            series = sorted((label, n) for (counter, label), n in counters.items() if counter == name)
            lines += [f"{name}{'{' + label + '}' if label else ''} {number}" for label, number in series or [("", 0)]]
        usage = resource.getrusage(resource.RUSAGE_SELF)
        gauges = {
            **self.gauges,
            "lastreel_uptime_seconds": round(time.monotonic() - self.started, 1),
            "process_cpu_seconds_total": round(usage.ru_utime + usage.ru_stime, 2),
        }
        lines += [f"{name} {value}" for name, value in sorted(gauges.items())]
        return "\n".join(lines) + "\n"
