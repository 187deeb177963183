from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("sharing", "0002_studies"),
    ]

    operations = [
        migrations.AddField(
            model_name="sharelink",
            name="embed",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="The one figure or table that it shows within other pages: its title, source, "
                "arguments and query; empty for a link that opens all of its target.",
            ),
        ),
    ]
