from typing import Any

from django.db import migrations


def keep(apps: Any, schema_editor: Any) -> None:
    """Keep with the facts about the jobs when the files that wait began."""
    for upload in apps.get_model("workloads", "Upload").objects.all():
        upload.features |= {"unix_start": upload.unix_start, "zone": upload.zone}
        upload.save(update_fields=["features"])


class Migration(migrations.Migration):
    dependencies = [("workloads", "0002_when_traces_begin")]

    operations = [
        migrations.RunPython(keep, migrations.RunPython.noop),
        migrations.RemoveField(model_name="upload", name="unix_start"),
        migrations.RemoveField(model_name="upload", name="zone"),
    ]
