"""Rules of this project that no linter knows."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tests.everywhere import ROOT

LONGEST_FILE = 400
LONGEST_FUNCTION = 40
FOLDERS = ("algorithms", "schedweb", "static", "templates", "tests", "deploy", ".ci")
TEXT = {".css", ".html", ".js", ".md", ".py", ".sh", ".toml", ".yaml", ""}
SAYS = "parsched.report"
DECLARES = {
    "parsched.measure.bounds",
    "parsched.report.classroom",
    "parsched.run.columns",
    "parsched.base.origins",
    "parsched.declare",
    "parsched.model.concerns",
    "parsched.model.versions",
    "parsched.policies.catalogue",
    "parsched.policies.registry",
    "parsched.policies.theory",
    "parsched.policies.within",
    "parsched.base.digits",
    "parsched.base.errors",
    "parsched.report.examples",
    "parsched.report.explain",
    "parsched.data.files",
    "parsched.data.formats",
    "parsched.data.generators",
    "parsched.report.glossary",
    "parsched.data.merging",
    "parsched.measure.metrics",
    "parsched.base.naming",
    "parsched.run.per_environment",
    "parsched.run.per_site",
    "parsched.model.problem.calendar",
    "parsched.model.problem.platform",
    "parsched.report.questions",
    "parsched.run.ready_made",
    "parsched.run.record",
    "parsched.run.request",
    "parsched.model.search_trace",
    "parsched.policies.online.orders",
    "parsched.policies.online.predictors",
    "parsched.data.logs",
    "parsched.policies.online.program",
    "parsched.policies.online.slurm_conf",
    "parsched.studies",
    "parsched.data.what_if",
}
"""What of the library pages and API know beside its face: what is declared, not how it works."""
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|root|farm|tmp)/")

RIDDLES = re.compile(
    r"\b(nobody|somebody|whoever|anew|of which|of more(?! than)|that of|those of"
    r"|there (is|are) none of|none of (them|these))\b",
    re.IGNORECASE,
)
"""Words in place of the noun of the thing."""

COMPILED = {"allocating", "inlined", "kernel"}
"""Decorators of functions that become machine code."""
COMMENTED = 0.02
"""Least comment lines for each line of code, over all files with kernels."""


def files(*suffixes: str) -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in suffixes and path.is_file() and "migrations" not in path.parts:
                yield path


def test_these_rules_look_at_all_files() -> None:
    assert len(list(files(".py"))) > 900
    assert len(list(files(".js"))) > 10
    assert len(list(files(".html"))) > 50


def function_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function besides its docstring."""
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    first = node.body[0]
    if ast.get_docstring(node) and len(node.body) > 1:
        lines -= (first.end_lineno or first.lineno) - first.lineno + 1
    return lines


def test_no_file_is_too_long_to_be_read_at_once() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in files(".py", ".js", ".css", ".html")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST_FILE
    }
    assert long == {}


def test_no_function_is_too_long_to_be_understood_at_once() -> None:
    long = {
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}": lines
        for path in files(".py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := function_lines(node)) > LONGEST_FUNCTION
    }
    assert long == {}


def test_no_file_names_a_path_of_one_machine() -> None:
    named = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in files(*TEXT)
        if path != Path(__file__)
        for line in path.read_text(encoding="utf-8").splitlines()
        if MACHINE_PATH.search(line)
    ]
    assert named == []


def test_no_modules_of_the_library_know_each_other_in_a_circle() -> None:
    """Also not by imports within functions, or for types only."""
    modules = library()
    left = {name: set(imported(path, modules)) - {name} for name, path in modules.items()}
    assert len(left) > 200
    while free := [name for name, known in left.items() if not known & left.keys()]:
        for name in free:
            del left[name]
    assert {name: known & left.keys() for name, known in left.items()} == {}


def library() -> dict[str, Path]:
    """Return the modules of the library by name."""
    return {
        ".".join(path.relative_to(ROOT / "algorithms").with_suffix("").parts).removesuffix(
            ".__init__"
        ): path
        for path in (ROOT / "algorithms" / "parsched").rglob("*.py")
    }


def imported(path: Path, modules: dict[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module in modules:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in modules else node.module for name in names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)


def test_kernels_stand_beside_what_they_serve() -> None:
    assert not (ROOT / "algorithms" / "kernels").exists()


def test_pages_and_api_know_of_the_library_what_it_says_and_declares() -> None:
    modules = library()
    known = {
        f"{path.relative_to(ROOT)}: {name}"
        for folder in ("web", "api")
        for path in sorted((ROOT / "schedweb" / folder).rglob("*.py"))
        for name in imported(path, modules)
        if name != "parsched" and not is_within(name, {SAYS, *DECLARES})
    }
    assert known == set()
    assert {name for name in DECLARES if name not in modules} == set()


def is_within(name: str, rooms: set[str]) -> bool:
    """Tell whether a module is one of these, or below one."""
    return any(name == room or name.startswith(f"{room}.") for room in rooms)


WRITES = {
    "parsched.base.whole_files": "the one place where files are written",
    "parsched.base.compiled.folder": "machine code, which is verified and made again",
    "parsched.studies.journal": "lines are added, and one that is torn is cut off",
    "parsched.policies.search.solver": "messages to a program of its own",
    "schedweb.documentation.building": "a folder that lives as long as the command",
    "schedweb.documentation.client": "a folder that lives as long as the command",
}
"""Modules of the library and of commands that write files by themselves, and why they may."""
COMMANDS = ("*/management/commands/*.py", "documentation/*.py", "studies/previews.py")
"""What of the application writes files where people say, beside `store`, which has drafts."""
WRITING = {"write_text", "write_bytes", "savefig", "to_csv", "to_parquet", "tofile", "savetxt"}


def test_files_are_written_in_one_place_whole_or_not_at_all() -> None:
    sources = dict(library())
    for pattern in COMMANDS:
        for path in (ROOT / "schedweb").glob(pattern):
            sources[
                ".".join(path.relative_to(ROOT).with_suffix("").parts).removeprefix("algorithms.")
            ] = path
    writing = {
        f"{name}:{node.lineno}"
        for name, path in sources.items()
        if name not in WRITES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and writes(node)
    }
    assert writing == set()
    assert WRITES.keys() <= sources.keys()


def writes(call: ast.Call) -> bool:
    """Tell whether a call writes a file by its path; a stream belongs to its opener."""
    if not isinstance(call.func, ast.Attribute | ast.Name):
        return False
    name = call.func.attr if isinstance(call.func, ast.Attribute) else call.func.id
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    words = [str(each.value) for each in given if isinstance(each, ast.Constant)]
    if name in ("open", "fdopen", "ZipFile"):
        return any(re.fullmatch(r"[rbt]*[wax+][rbt+]*", word) for word in words)
    return name in WRITING and not (name == "savefig" and takes(call, "file"))


def takes(call: ast.Call, name: str) -> bool:
    return bool(call.args) and isinstance(call.args[0], ast.Name) and call.args[0].id == name


WEB = {"django", "playwright", "schedweb"}


def test_tests_of_the_library_load_no_web_stack() -> None:
    """One of them is run in a second, by `tests/parsched/pytest.ini`."""
    found, queue = set(), sorted((ROOT / "tests" / "parsched").rglob("*.py"))
    for path in queue:  # grows by the helpers that are imported
        for module in loaded_at_once(path):
            if module.partition(".")[0] in WEB:
                found.add(f"{path.relative_to(ROOT)} loads {module}")
            helper = ROOT / f"{module.replace('.', '/')}.py"
            if module.startswith("tests.") and helper.is_file() and helper not in queue:
                queue.append(helper)
    assert found == set()
    assert ROOT / "tests" / "everywhere.py" in queue


def loaded_at_once(path: Path) -> Iterator[str]:
    """Modules that a file imports, but for those that functions do."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


SUMS = re.compile(r"\bstart( \+|\[\w+\] \+) [\w.]*duration|\b(start|end) - [\w.]*release")
COUNTED = (
    "policies/batches",
    "measure/bounds",
    "policies/grid",
    "policies/groups",
    "model/placing",
    "policies/lists",
    "policies/price",
    "model/problem/ticks",
    "model/schedules/installed",
)
"""Parts of the library that have times in ticks, whose sums are exact."""


def test_sums_of_times_in_seconds_are_decimals() -> None:
    """Code that has seconds takes `Timetable.end`, `wait` and `flow`, or `after` and `apart`."""
    exact = tuple(str(ROOT / "algorithms" / "parsched" / part) for part in COUNTED)
    plain = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in files(".py")
        if path.is_relative_to(ROOT / "algorithms") or path.is_relative_to(ROOT / "schedweb")
        if not str(path).startswith(exact)
        for line in path.read_text(encoding="utf-8").splitlines()
        if SUMS.search(line)
    ]
    assert plain == []


def explanations(path: Path) -> Iterator[str]:
    """Yield the docstrings of a file and of its attributes, and its comments as one text; from
    templates and scripts for browsers, the whole text. Files without riddles may yield nothing."""
    source = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield source
        return
    if not RIDDLES.search(" ".join(source.replace("#", " ").split())):
        return  # parsing is slow, and most files have no such word anywhere
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    yield " ".join(token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT)


def test_docstrings_and_comments_name_what_they_mean() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]} in {text[max(0, match.start() - 30) :][:60]!r}"
        for path in files(".py", ".html", ".js")
        for text in (" ".join(words.split()) for words in explanations(path))
        for match in RIDDLES.finditer(text)
    ]
    assert found == [], "say the noun: which job, which file, which user"


def test_kernels_are_declared_where_their_digest_finds_them() -> None:
    """In the first column, by the plain name of the decorator: see `sources._DECLARES`."""
    declared = 0
    odd: list[str] = []
    for path in sorted((ROOT / "algorithms" / "parsched").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        plain = {
            id(decorator)
            for node in tree.body
            if isinstance(node, ast.FunctionDef)
            for decorator in node.decorator_list
            if isinstance(decorator, ast.Name)
        }
        marks = list(marks_of_kernels(tree))
        declared += sum(id(mark) in plain for mark in marks)
        odd += [f"{path.relative_to(ROOT)}:{m.lineno}" for m in marks if id(m) not in plain]
    assert declared > 100
    assert odd == []


def marks_of_kernels(tree: ast.Module) -> Iterator[ast.expr | ast.alias]:
    """Yield decorators of kernels in any form, their calls, and imports by other names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from (a for a in node.names if a.name in COMPILED and a.asname)
        if isinstance(node, ast.FunctionDef):
            yield from (d for d in node.decorator_list if is_mark(d))
        if isinstance(node, ast.Call) and is_mark(node.func):
            yield node.func


def is_mark(node: ast.expr) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr in COMPILED
    return isinstance(node, ast.Name) and node.id in COMPILED


def has_kernels(path: Path) -> bool:
    """Tell whether a function of a file becomes machine code."""
    return any(
        isinstance(decorator, ast.Name) and decorator.id in COMPILED
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        for decorator in node.decorator_list
    )


def code_and_comments(path: Path) -> tuple[int, int]:
    """Count the lines with code, docstrings left out, and the lines with comments."""
    source = path.read_text(encoding="utf-8")
    code, comments = set[int](), set[int]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            comments.add(token.start[0])
        elif token.string.strip() and token.type != tokenize.ENDMARKER:
            code.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            code.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(code), len(comments)


def test_kernels_say_what_their_loops_rely_on() -> None:
    paths = sorted((ROOT / "algorithms" / "parsched").rglob("*.py"))
    counts = [code_and_comments(path) for path in paths if has_kernels(path)]
    assert len(counts) > 50
    code, comments = (sum(lines) for lines in zip(*counts, strict=True))
    assert comments >= COMMENTED * code, "say the invariant, the paper's rule or the trap"


SHARED_CLASSES = {
    "Command": "Django looks for a command under this name",
    "Cluster": "a row of the database, of what the library calls so",
    "Outcome": "a row of the database, of what the library calls so",
    "Study": "a row of the database, of what the library calls so",
    "Workload": "a row of the database, of what the library calls so",
}
"""Names of several classes, and why."""


def test_each_class_has_a_name_of_its_own() -> None:
    defined: dict[str, list[str]] = {}
    for path in files(".py"):
        if path.is_relative_to(ROOT / "algorithms") or path.is_relative_to(ROOT / "schedweb"):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef):
                    defined.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    several = {name: places for name, places in defined.items() if len(places) > 1}
    assert {name: several[name] for name in several.keys() - SHARED_CLASSES.keys()} == {}
    assert SHARED_CLASSES.keys() <= several.keys(), "no exception without a need"
