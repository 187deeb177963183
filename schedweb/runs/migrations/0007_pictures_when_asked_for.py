from contextlib import suppress

from django.db import migrations, models

from schedweb.store import blobs


def delete_posters(apps, schema_editor):
    """Delete the two pictures of each run, of which one takes the place when it is asked for.

    Left in the store, they would be so many files without a row that tidy refuses to touch any.
    """
    runs = apps.get_model("runs", "Run").objects.exclude(look="")
    for pictures in runs.values_list("look", "poster").iterator():
        for digest in filter(None, pictures):
            with suppress(OSError):
                blobs.storage().delete(blobs.path_of(digest))
    apps.get_model("runs", "Run").objects.exclude(poster="").update(poster="")


class Migration(migrations.Migration):
    """The digest of the light poster becomes what tells which runs look equal."""

    dependencies = [
        ("runs", "0006_work"),
    ]

    operations = [
        migrations.RenameField(model_name="run", old_name="poster_light", new_name="look"),
        migrations.RenameField(model_name="run", old_name="poster_dark", new_name="poster"),
        migrations.AlterField(
            model_name="run",
            name="look",
            field=models.CharField(
                blank=True, help_text="Equal where schedules are.", max_length=64
            ),
        ),
        migrations.RunPython(delete_posters, migrations.RunPython.noop),
    ]
