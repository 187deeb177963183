from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clusters", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="cluster",
            name="deploy_seconds",
            field=models.FloatField(default=0.0),
        ),
        migrations.AddField(
            model_name="cluster",
            name="deploy_extra",
            field=models.FloatField(default=0.0),
        ),
    ]
