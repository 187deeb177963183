from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clusters", "0002_deployments"),
    ]

    operations = [
        migrations.AddField(
            model_name="cluster",
            name="systems",
            field=models.PositiveSmallIntegerField(default=1),
        ),
    ]
