"""Answers message after message with the lines of a file, in which NOW stands for the time."""

import sys
from pathlib import Path

answers = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
for line, answer in zip(sys.stdin, answers, strict=False):
    now = line.partition('"now":')[2].partition(",")[0]
    sys.stdout.write(answer.replace("NOW", now) + "\n")
    sys.stdout.flush()
sys.stderr.write("nothing left to say\n")
sys.stderr.flush()
sys.stdin.read()
