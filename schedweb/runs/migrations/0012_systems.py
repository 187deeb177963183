"""How many systems a processor holds at once, which was one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("runs", "0011_records"),
    ]

    operations = [
        migrations.AddField(
            model_name="comparison",
            name="systems",
            field=models.PositiveSmallIntegerField(default=1),
        ),
    ]
