from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("runs", "0004_sites"),
    ]

    operations = [
        migrations.AddField(
            model_name="run",
            name="environments",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="run",
            name="grouping",
            field=models.JSONField(default=dict),
        ),
    ]
