"""Joined modules do what their sources do, and what cannot be joined is refused."""

import json
from collections.abc import Mapping

import pytest
from py_mini_racer import MiniRacer

from schedweb.server.delivery.comments import without_blocks, without_comments
from schedweb.server.delivery.errors import PackError
from schedweb.server.delivery.modules import bundles, reached

SOURCES = {
    "js/main.js": 'import "./theme.js";\nseen.push("main");\n',
    "js/theme.js": 'seen.push("theme");\nlet dark = false;\n'
    "export function isDark() {\n  return dark;\n}\n"
    "export const turn = () => {\n  dark = !dark;\n};\n",
    "js/plots.js": 'import { isDark as nowDark, turn } from "./theme.js";\n'
    'import {\n  Chart,\n} from "./draw/chart.js";\n'
    "turn();\nseen.push(`plots ${nowDark()} ${new Chart().name}`);\n",
    "js/draw/chart.js": 'import { width } from "./size.js";\n'
    'export class Chart {\n  name = "chart";\n}\nseen.push(`chart ${width}`);\n',
    "js/draw/size.js": "export const width = 7;\n",
    "js/draw/main.js": 'import { width } from "./size.js";\nimport { isDark } from "../theme.js";\n'
    "seen.push(`draw ${width} ${isDark()}`);\n",
}
ENTRIES = ("js/main.js", "js/plots.js", "js/draw/main.js")


def run(files: Mapping[str, str], order: tuple[str, ...]) -> list[str]:
    """Run joined files in one engine, as scripts, since it has no loader of modules; return what
    they noted."""
    context = MiniRacer()
    context.eval("var seen = [];")
    for name in order:
        _, found, rest = files[name].rpartition('main.js";\n')
        context.eval((rest if found else files[name]).replace("export ", ""))
    return list(json.loads(str(context.eval("JSON.stringify(seen)"))))


def test_each_module_runs_once_after_those_it_imports_and_all_share_its_state() -> None:
    files = bundles(SOURCES.__getitem__, ENTRIES)
    assert files.keys() == set(ENTRIES)
    assert run(files, ENTRIES) == ["theme", "main", "chart 7", "plots true chart", "draw 7 true"]


def test_comments_are_left_out_and_what_only_looks_like_one_stays() -> None:
    text = "/**\n * Of all.\n */\nseen.push(`\n// no\n`.trim());\n"
    told = '// Says.\nconst far = "https://x"; // kept\n  /* inner\n  // both */\nseen.push(far);\n'
    files = bundles(
        {"js/main.js": f'import "./a.js";\n{told}', "js/a.js": text}.__getitem__, ["js/main.js"]
    )
    assert run(files, ("js/main.js",)) == ["// no", "https://x"]
    assert "Says" not in files["js/main.js"]
    assert "inner" not in files["js/main.js"]
    assert "// kept" in files["js/main.js"]


def test_what_several_entries_need_is_in_the_file_of_every_page_and_nothing_else() -> None:
    files = bundles(SOURCES.__getitem__, ENTRIES)
    assert '"js/draw/size.js": ' in files["js/main.js"]
    assert "Chart" not in files["js/main.js"]
    assert files["js/plots.js"].startswith('import { add, load } from "./main.js";\n')
    assert files["js/draw/main.js"].startswith('import { add, load } from "../main.js";\n')
    assert '"js/draw/chart.js": ' in files["js/plots.js"]
    assert 'theme.js": ' not in files["js/plots.js"]


@pytest.mark.parametrize(
    "line",
    [
        'import theme from "./theme.js";',
        'import * as theme from "./theme.js";',
        "export default 7;",
        "export let seven = 7;",
        'export { seven } from "./theme.js";',
        'const theme = import("./theme.js");',
        "const here = import.meta.url;",
        "await 7;",
        "const seven = await 7;",
        "const load = 7;",
        "function load() {}",
    ],
)
def test_what_cannot_be_joined_is_named_with_its_line(line: str) -> None:
    with pytest.raises(PackError) as error:
        bundles({**SOURCES, "js/main.js": f"const a = 1;\n\n{line}\n"}.__getitem__, ENTRIES)
    assert str(error.value).startswith("js/main.js has '")
    assert line[line.find("import") :] in str(error.value) or line in str(error.value)


@pytest.mark.parametrize("text", ["export const a = 1, b = 2;\n", "export const a = 1;\n"])
def test_what_a_module_does_not_export_is_not_imported(text: str) -> None:
    sources = {"js/main.js": 'import { a, b as c } from "./a.js";\n', "js/a.js": text}
    with pytest.raises(PackError, match=r"js/main\.js imports b, which js/a\.js does not export\."):
        reached(sources.__getitem__, "js/main.js")


def test_modules_that_import_each_other_are_refused() -> None:
    sources = {
        "js/main.js": 'import "./a.js";\n',
        "js/a.js": 'import "./b.js";\n',
        "js/b.js": 'import "./a.js";\n',
    }
    with pytest.raises(PackError, match=r"js/a\.js imports itself by way of js/b\.js\."):
        reached(sources.__getitem__, "js/main.js")


@pytest.mark.parametrize(
    "text",
    [
        "/* a */ const x = 1;\n/* b */ const y = 2;\n",
        "/* a */ f();\ng(); /* b */\n",
        "const t = `a ${y.map(() => `\n// text\n`)}`;\n",
    ],
)
def test_code_beside_comments_stays(text: str) -> None:
    assert without_comments(text) == text


def test_rules_beside_comments_stay() -> None:
    assert without_blocks("/* a */ b { }\n/* c */\n") == "/* a */ b { }\n"
