"""EASY backfilling for Batsim's protocol 4: `easy.py ENDPOINT`."""

import json
import sys
from typing import Any

import zmq

Job = dict[str, Any]


class Easy:
    """The state of a machine, as its scheduler follows it."""

    def __init__(self) -> None:
        self.free: set[int] = set()
        self.queue: list[Job] = []
        self.running: dict[str, Job] = {}

    def hear(self, event: dict[str, Any]) -> None:
        """Note what happened."""
        kind, data = event["type"], event["data"]
        if kind == "SIMULATION_BEGINS":
            self.free = {resource["id"] for resource in data["compute_resources"]}
        elif kind == "JOB_SUBMITTED":
            self.queue.append(data["job"])
        elif kind == "JOB_COMPLETED":
            self.free |= self.running.pop(data["job_id"])["alloc"]

    def decide(self, now: float) -> list[dict[str, Any]]:
        """Start the head as long as it fits, then what does not delay it."""
        decisions = []
        while self.queue and self.queue[0]["res"] <= len(self.free):
            decisions.append(self.start(self.queue[0], now))
        shadow, extra = self.reservation()
        for job in self.queue[1:]:
            if job["res"] > len(self.free):
                continue
            if now + job["walltime"] > shadow:
                if job["res"] > extra:
                    continue
                extra -= job["res"]
            decisions.append(self.start(job, now))
        return decisions

    def reservation(self) -> tuple[float, int]:
        """Return when the head can start, and how many processors remain free then."""
        if not self.queue:
            return float("inf"), 0
        free, need = len(self.free), self.queue[0]["res"]
        ends = sorted((job["end"], job["res"]) for job in self.running.values())
        for place, (end, width) in enumerate(ends):
            free += width
            if free >= need and (place + 1 == len(ends) or ends[place + 1][0] > end):
                return end, free - need
        raise AssertionError

    def start(self, job: Job, now: float) -> dict[str, Any]:
        """Start a job on the highest free processors."""
        chosen = sorted(self.free, reverse=True)[: job["res"]]
        self.free -= set(chosen)
        self.queue.remove(job)
        self.running[job["id"]] = {**job, "end": now + job["walltime"], "alloc": set(chosen)}
        data = {"job_id": job["id"], "alloc": " ".join(map(str, chosen))}
        return {"timestamp": now, "type": "EXECUTE_JOB", "data": data}


def main() -> None:
    """Answer until the simulation ends."""
    socket = zmq.Context().socket(zmq.REP)
    socket.bind(sys.argv[1])
    easy, ends = Easy(), False
    while not ends:
        message = json.loads(socket.recv())
        for event in message["events"]:
            easy.hear(event)
            ends = ends or event["type"] == "SIMULATION_ENDS"
        now = message["now"]
        socket.send_string(json.dumps({"now": now, "events": easy.decide(now)}))


if __name__ == "__main__":
    main()
