"""Rules and deployment times of a comparison, which its runs had as parameters, and its bounds."""

from collections import Counter
from datetime import timedelta

import django.db.models.deletion
from django.db import migrations, models

FOLLOW_RULES = ("fcfs", "easy", "conservative", "grid")
"""Algorithms whose parameters were rules; `grid` had estimates only."""
USUAL = ("raise", "batch")
INSTANT = (0.0, 0.0)
GROUPED = ("deploy_seconds", "deploy_extra")
OFF_LINE = {
    "demt": {"compaction": "best", "selection": "knapsack", "shuffles": 10, "seed": 1},
    "env-barrier": {"order": "largest"},
    "env-blind": {"order": "largest"},
    "env-order": {"order": "largest"},
    "exact": {"seconds": 60.0, "workers": 1, "seed": 1},
    "gls": {"lam": 1.0, "lam_unit": "minimum", "merge": "at-least"},
    "gls-plus": {"lam": 1.0, "lam_unit": "minimum", "choose": "shortest"},
    "local-search": {"effort": 100, "seed": 1},
    "lpt": {"placement": "graham"},
    "ltf": {"placement": "graham"},
    "mrt": {"compaction": "shelves"},
    "price": {"iterations": 40, "local_search": 2000, "prefer": "balanced", "seed": 1},
    "slp-hybrid": {
        "p": 0.1,
        "max_iterations": 200,
        "gradient": "smoothed",
        "epsilon": 0.1,
        "restarts": 100,
        "time_limit": 0.0,
        "seed": 1,
    },
    "slp-pure": {
        "p": 0.1,
        "max_iterations": 15000,
        "gradient": "smoothed",
        "epsilon": 0.1,
        "restarts": 500,
        "time_limit": 0.0,
        "seed": 1,
    },
    "widest": {"placement": "graham"},
}
"""What batches could be scheduled with: its parameters, which tell their types, and the defaults of
those that nobody stated. Other algorithms have none."""
ESTIMATES = {
    "raise": "estimates raised to run times",
    "kill": "jobs killed at their estimates",
    "overrun": "jobs may outlive their estimates",
}
EVENTS = {"batch": "events of an instant together", "sequential": "events one by one"}
MAX_TITLE = 200


def carry(apps, schema_editor):
    """Give each comparison the rules and deployment times of its runs; split it where they differ.

    Works on one comparison after the other, and reads nothing of runs that may be large.
    """
    comparisons = apps.get_model("runs", "Comparison").objects
    for pk in list(comparisons.order_by("pk").values_list("pk", flat=True)):
        comparison = comparisons.select_related("workload").get(pk=pk)
        runs = list(comparison.runs.defer("trace", "environments").order_by("position"))
        found = sets_of(runs, has_environments(comparison.workload, runs))
        for run in runs:
            run.params = without_rules(run)
        divide(apps, comparison, found)
    # PostgreSQL changes no table that has rows whose foreign keys it has not looked at yet.
    schema_editor.connection.check_constraints()


def has_environments(workload, runs):
    known = workload.features.get("environments")
    return bool(known) or any(run.metrics.get("deployments") is not None for run in runs)


def sets_of(runs, environed):
    """Return the runs by rules and deployment time, the largest set first."""
    stated = [(rules_of(run), deployment_of(run)) for run in runs]
    if environed:
        times = [time or INSTANT for _, time in stated]
    else:
        # No job is deployed for, so no time makes a difference.
        usual = Counter(time for _, time in stated if time).most_common(1)
        times = [usual[0][0] if usual else INSTANT] * len(runs)
    whole = Counter((r, t) for (r, _), t in zip(stated, times, strict=True) if r)
    cutting = {key for key in whole if key[0][0] == "kill" and cuts(runs, stated, key[0])}
    found = {}
    for run, (rules, _), time in zip(runs, stated, times, strict=True):
        if rules is None:
            # Off-line algorithms never cut jobs, and take no notice of events.
            same = [key for key in whole if key[1] == time and key not in cutting]
            rules = max(same, key=whole.__getitem__, default=(USUAL, time))[0]
        found.setdefault((rules, time), []).append(run)
    return sorted(found.items(), key=lambda pair: -len(pair[1]))


def cuts(runs, stated, rules):
    """Tell whether jobs may have been cut under these rules: known of runs that are done."""
    made = [run for run, (own, _) in zip(runs, stated, strict=True) if own == rules]
    done = [run.is_cut for run in made if run.state == "done"]
    return any(done) or not done


def rules_of(run):
    """Return estimates and events; None for an algorithm that looks at neither."""
    if run.algorithm not in FOLLOW_RULES:
        return None
    estimates, events = USUAL
    return run.params.get("estimates", estimates), run.params.get("events", events)


def deployment_of(run):
    """Return seconds and extra; None for an algorithm that plans no deployments."""
    key, params = inner_of(run)
    if not key.startswith(("gls", "env-")):
        return None
    return tuple(float(params.get(name, 0.0)) for name in GROUPED)


def inner_of(run):
    """Return the algorithm with its parameters; of batches those that were stated for theirs."""
    if run.algorithm != "online-batch":
        return run.algorithm, run.params
    key = run.params.get("algorithm", "mrt")
    words = [word.partition("=") for word in str(run.params.get("settings", "")).split()]
    declared = OFF_LINE.get(key, {})
    values = {name: typed(text, declared.get(name)) for name, _, text in words}
    if "seed" in declared:
        values["seed"] = run.params.get("seed", declared["seed"])
    return key, values


def typed(text, default):
    """Return a value of the type of the default; the text where it is none."""
    kind = float if default is None else type(default)
    try:
        return kind(text)
    except ValueError:
        return text


def without_rules(run):
    """Return the parameters that are left, those of batches nested."""
    if run.algorithm == "online-batch":
        key, values = inner_of(run)
        own = {**OFF_LINE.get(key, {}), **values}
        return {"algorithm": {"key": key, "params": but(own, GROUPED)}}
    names = ("estimates", "events") if run.algorithm in FOLLOW_RULES else GROUPED
    return but(run.params, names)


def but(values, names):
    return {name: value for name, value in values.items() if name not in names}


def divide(apps, comparison, found):
    """Store one comparison for each set; the first keeps the row, and with it links to it."""
    if not found:
        describe(comparison, (USUAL, INSTANT))
        comparison.save()
        return
    title, note = comparison.title, comparison.note
    titles = [named(title, key, [other for other, _ in found]) for key, _ in found]
    places = list(enumerate(found))
    for place, (key, runs) in [*places[1:], places[0]]:
        part = comparison if place == 0 else copied(comparison, place)
        describe(part, key)
        if len(found) > 1:
            part.title = titles[place]
            others = [other for at, other in enumerate(titles) if at != place]
            part.note = "\n\n".join(filter(None, [note, sentence(others, [k for k, _ in found])]))
        part.known = known_of(apps, part, runs)
        part.save()
        for position, run in enumerate(runs):
            # By rising positions: whatever had the new one is moved already.
            run.comparison, run.position = part, position
            run.save(update_fields=["comparison", "position", "params"])


def describe(comparison, key):
    (estimates, events), (seconds, extra) = key
    comparison.rules = {"estimates": estimates, "events": events}
    comparison.deployment = {"seconds": seconds, "extra": extra}


def copied(comparison, place):
    """Return a new comparison of the same, just below the first in lists."""
    names = ("owner_id", "workload_id", "cluster_id", "cluster_name", "sites", "is_sample")
    values = {name: getattr(comparison, name) for name in names}
    made = type(comparison).objects.create(title="", **values)
    made.created = comparison.created - timedelta(microseconds=place)
    return made


def named(title, key, keys):
    """Return the title with what tells a set from others."""
    (estimates, events), time = key
    words = []
    if len({rules[0] for rules, _ in keys}) > 1:
        words.append(ESTIMATES.get(estimates, f"estimates {estimates}"))
    if len({rules[1] for rules, _ in keys}) > 1:
        words.append(EVENTS.get(events, f"events {events}"))
    if len({time for _, time in keys}) > 1:
        words.append(f"deployments {taking(time)}")
    suffix = f" ({', '.join(words)})"
    room = MAX_TITLE - len(suffix)
    return (title if len(title) <= room else title[: room - 1] + "…") + suffix


def taking(time):
    seconds, extra = time
    if not (seconds or extra):
        return "that take no time"
    both = f"{seconds:.15g}–{seconds + extra:.15g}" if extra else f"{seconds:.15g}"
    return f"of {both} s"


def sentence(others, keys):
    """Say why a comparison was split, and what the others are called."""
    why = []
    if len({rules for rules, _ in keys}) > 1:
        why.append("under different rules")
    if len({time for _, time in keys}) > 1:
        why.append("with different deployment times")
    *first, last = [f"“{title}”" for title in others]
    listed = f"{', '.join(first)} and {last} are the other parts" if first else None
    told = listed or f"{last} is the other part"
    return f"This comparison was split: its runs were {' and '.join(why)}; {told}."


def known_of(apps, comparison, runs):
    """Return what runs knew of their instance; its digest is not known before one computes again."""
    values, proved = {}, [run.proved for run in runs if run.proved is not None]
    for criterion, bounds in (pair for run in runs for pair in run.bounds.items()):
        own = values.setdefault(criterion, {})
        for key, value in bounds.items():
            own[key] = max(value, own.get(key, value))
    if not values and not proved:
        return None
    rows = apps.get_model("runs", "KnownBounds").objects
    digest = f"migrated-{comparison.pk}"
    return rows.create(digest=digest, values=values, proved=max(proved, default=None))


class Migration(migrations.Migration):
    dependencies = [
        ("runs", "0008_outcomes"),
    ]

    operations = [
        migrations.CreateModel(
            name="KnownBounds",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("values", models.JSONField(default=dict)),
                ("proved", models.FloatField(help_text="Seconds.", null=True)),
            ],
        ),
        migrations.AddField(
            model_name="comparison",
            name="deployment",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="comparison",
            name="rules",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="comparison",
            name="known",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="comparisons",
                to="runs.knownbounds",
            ),
        ),
        migrations.RunPython(carry, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name="run",
            name="bounds",
        ),
        migrations.RemoveField(
            model_name="run",
            name="is_cut",
        ),
    ]
