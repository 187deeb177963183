#!/bin/sh
# Make .venv and install the pinned requirements, where that has not been done yet.
# Usage: setup.sh run|test. PYTHON names the interpreter; otherwise the first one that fits is taken.

needs="SchedWeb needs Python 3.11, 3.12 or 3.13"
fits='import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'
version='import sys; print("%d.%d.%d" % sys.version_info[:3])'

fail() {
    echo "$1" >&2
    exit 1
}

find_python() {
    if [ -n "$PYTHON" ]; then
        found=$("$PYTHON" -c "$version" 2>/dev/null) || fail "$needs; PYTHON=$PYTHON does not start."
        "$PYTHON" -c "$fits" || fail "$needs; PYTHON=$PYTHON is Python $found."
        python=$PYTHON
        return
    fi
    for python in python3.13 python3.12 python3.11 python3 python; do
        "$python" -c "$fits" 2>/dev/null && return
    done
    fail "$needs, and none was found; name one: make run PYTHON=/path/to/python3.12"
}

venv_fits() {
    .venv/bin/python -c "$fits" 2>/dev/null || return 1
    [ -z "$PYTHON" ] || [ "$("$PYTHON" -c "$version" 2>/dev/null)" = "$(.venv/bin/python -c "$version")" ]
}

make_venv() {
    find_python
    rm -rf .venv 2>/dev/null
    if ! "$python" -m venv .venv >/dev/null 2>&1; then
        rm -rf .venv
        fail "$python cannot make a virtual environment; on Debian and Ubuntu, apt install python3-venv helps."
    fi
}

cd "$(dirname "$0")/../.." || exit 1
what=$1
case $what in
    run) wanted=requirements.txt ;;
    test) wanted=tests/requirements.txt ;;
    *) fail "Usage: setup.sh run|test" ;;
esac

[ -w . ] || fail "The folder $(pwd) is not writable; SchedWeb installs what it needs into .venv there."
venv_fits || make_venv

stamp=.venv/installed-$what
# The library is imported by its name, from the folder that holds it.
for site in .venv/lib/python3*/site-packages; do
    [ ! -d "$site" ] || echo ../../../../algorithms >"$site/clone.pth"
done
cat requirements.txt "$wanted" | cmp -s - "$stamp" && exit 0
echo "Installing the pinned requirements into .venv; the first time this takes a minute or two."
# uv installs several times faster; pip is there everywhere.
.venv/bin/python -m pip install --disable-pip-version-check -q uv 2>/dev/null &&
    .venv/bin/uv pip install -q -p .venv/bin/python -r "$wanted" 2>/dev/null ||
    .venv/bin/python -m pip install --disable-pip-version-check -q -r "$wanted" ||
    fail "Installing the requirements failed, as pip says above; make setup tries again."
cat requirements.txt "$wanted" >"$stamp"
