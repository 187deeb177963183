from typing import Any

from django.db import migrations


def keep(apps: Any, schema_editor: Any) -> None:
    """Keep with the facts about the jobs when the files that wait began."""
    for upload in _uploads(apps):
        upload.features |= {"unix_start": upload.unix_start, "zone": upload.zone}
        upload.save(update_fields=["features"])


def give_back(apps: Any, schema_editor: Any) -> None:
    """Keep it in columns of its own again, which hold whole seconds."""
    for upload in _uploads(apps):
        start = upload.features.pop("unix_start", None)
        upload.unix_start = None if start is None else int(start)
        upload.zone = upload.features.pop("zone", "")
        upload.save(update_fields=["features", "unix_start", "zone"])


def _uploads(apps: Any) -> Any:
    """Return the uploads with what is moved: their reports may be large."""
    uploads = apps.get_model("workloads", "Upload").objects
    return uploads.only("features", "unix_start", "zone").iterator()


class Migration(migrations.Migration):
    dependencies = [("workloads", "0002_when_traces_begin")]

    operations = [
        migrations.RunPython(keep, give_back),
        migrations.RemoveField(model_name="upload", name="unix_start"),
        migrations.RemoveField(model_name="upload", name="zone"),
    ]
