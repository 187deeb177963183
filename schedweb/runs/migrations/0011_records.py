from django.db import migrations, models

SHORT = (
    "status",
    "seconds",
    "cpu_seconds",
    "peak_memory",
    "metrics",
    "proved",
    "unit",
    "resumed",
    "sites",
    "grouping",
    "versions",
    "look",
)
LONG = ("trace", "environments")
AT_ONCE = 100


def join(apps, schema_editor):
    """Put what came out of each run into one column, and the long part of it into another."""
    _rewrite(apps, _join, ["record", "details"])


def split(apps, schema_editor):
    """Put it back."""
    _rewrite(apps, _split, [*SHORT, *LONG])


def _rewrite(apps, change, fields):
    Run = apps.get_model("runs", "Run")
    several = []
    for run in Run._base_manager.iterator(chunk_size=AT_ONCE):
        change(run)
        several.append(run)
        if len(several) == AT_ONCE:
            Run._base_manager.bulk_update(several, fields)
            several = []
    Run._base_manager.bulk_update(several, fields)


def _join(run):
    run.details = {name: getattr(run, name) for name in LONG if getattr(run, name)}
    known = {name: getattr(run, name) for name in SHORT}
    known["interruption"] = run.message if run.status == "stopped early" else ""
    run.record = {name: value for name, value in known.items() if value not in (None, "", {}, [])}


def _split(run):
    for name, value in {**run.record, **run.details}.items():
        if name in (*SHORT, *LONG):
            setattr(run, name, value)


class Migration(migrations.Migration):
    dependencies = [
        ("runs", "0010_paper_slowdown"),
    ]

    operations = [
        migrations.AddField("run", "record", models.JSONField(default=dict)),
        migrations.AddField("run", "details", models.JSONField(default=dict)),
        migrations.RunPython(join, split),
        *(migrations.RemoveField("run", name) for name in (*SHORT, *LONG)),
    ]
