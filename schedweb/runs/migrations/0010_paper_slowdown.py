from django.db import migrations


def copy(apps, schema_editor):
    """Keep what stored runs measured as the mean slowdown: it had the form of the grid paper."""
    runs = apps.get_model("runs", "Run").objects.filter(metrics__has_key="mean_slowdown")
    for run in runs.only("metrics").iterator():
        run.metrics.setdefault("mean_slowdown_paper", run.metrics["mean_slowdown"])
        run.save(update_fields=["metrics"])


class Migration(migrations.Migration):
    dependencies = [
        ("runs", "0009_instances"),
    ]

    operations = [migrations.RunPython(copy, migrations.RunPython.noop)]
