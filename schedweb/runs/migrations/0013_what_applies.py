import re

from django.db import migrations

WEIGHED = ("weight_age", "weight_fairshare", "weight_size", "weight_partition", "weight_qos")
SHARED = ("fair_share", "half_life", "calc_period", "account_shares", "user_shares")
FACTORS = {
    **dict.fromkeys((*SHARED, "dampening"), "fairshare"),
    "partition_factors": "partition",
    "qos_factors": "qos",
    "nice": "nice",
}


def applies(name, params):
    """Did a parameter of the queue apply, when this was written?"""
    order, backfills = params.get("order"), params.get("backfill") == "on"
    own = backfills and params.get("backfill_order") == "formula"
    reserved = params.get("reservations") if backfills else 0
    if name in (*WEIGHED, "max_age", "size"):
        return order == "multifactor"
    if name in FACTORS:
        texts = [params.get("formula", "")] if order == "formula" else []
        texts += [params.get("backfill_formula", "")] if own else []
        named = {word for text in texts for word in re.findall(r"[A-Za-z_]\w*", text)}
        classic = name != "dampening" or params.get("fair_share") == "classic"
        return classic and (order == "multifactor" or FACTORS[name] in named)
    if name in ("reservations", "backfill_order", "depth", "interval"):
        return backfills
    settled = {
        "formula": order == "formula",
        "backfill_formula": own,
        "window": reserved != 0,
        "compress": reserved not in (0, 1),
    }
    return settled.get(name, True)


def leave_out(apps, schema_editor):
    """Leave out of stored runs what does not apply, and blanks out of formulas, as runs do that
    are stored from now on: the same methods are written the same way."""
    runs = apps.get_model("runs", "Run").objects.filter(algorithm__in=["queue", "grid"])
    for run in runs.only("algorithm", "params").iterator():
        local = run.params.get("local")
        if run.algorithm == "queue":
            params = said(run.params)
        elif isinstance(local, dict) and local.get("key") == "queue":
            params = {**run.params, "local": {**local, "params": said(local["params"])}}
        else:
            continue
        if params != run.params:
            run.params = params
            run.save(update_fields=["params"])


def said(params):
    formulas = {name: params[name] for name in ("formula", "backfill_formula") if name in params}
    tight = {name: "".join(text.split()).replace("**", "^") for name, text in formulas.items()}
    return {name: v for name, v in (params | tight).items() if applies(name, params)}


class Migration(migrations.Migration):
    dependencies = [
        ("runs", "0012_systems"),
    ]

    operations = [migrations.RunPython(leave_out, migrations.RunPython.noop)]
