"""First come, first served, as a program for `external`: it reads a message a line and answers."""

import json
import sys
from collections import deque

queue: deque[str] = deque()
width: dict[str, int] = {}
free = 0
for line in sys.stdin:
    message = json.loads(line)
    now, decisions = message["now"], []
    for event in message["events"]:
        kind, data = event["type"], event["data"]
        if kind == "SIMULATION_BEGINS":
            free = data["nb_resources"]
        elif kind == "JOB_SUBMITTED":
            width[data["job_id"]] = data["job"]["res"]
            queue.append(data["job_id"])
        elif kind == "JOB_COMPLETED":
            free += width[data["job_id"]]
    while queue and width[queue[0]] <= free:
        free -= width[queue[0]]
        chosen = {"job_id": queue.popleft()}
        decisions.append({"timestamp": now, "type": "EXECUTE_JOB", "data": chosen})
    sys.stdout.write(json.dumps({"now": now, "events": decisions}) + "\n")
    sys.stdout.flush()
