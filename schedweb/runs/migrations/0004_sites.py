from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("runs", "0003_searches"),
    ]

    operations = [
        migrations.AddField(
            model_name="run",
            name="sites",
            field=models.JSONField(default=list),
        ),
    ]
