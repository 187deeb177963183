# make run: SchedWeb for yourself · make serve: for a team · make test, make check: before a commit
.PHONY: run serve setup packages admin test check docs client bench fuzz mutate matrix faults evidence night firefox screens wheel-check release clean
SHELL := /bin/sh
python := .venv/bin/python
# Journeys and faults mostly wait, so four processes keep two cores busy.
processes ?= 4
# What only computes takes a process for each core.
cores ?= 2
pytest := -p tests.costs -n $(processes) --dist worksteal
seed ?= 1
# Tests start hundreds of processes, which keep their byte code whatever a container's image says.
unexport PYTHONDONTWRITEBYTECODE

run:
	@sh schedweb/launch/setup.sh run
	@$(python) -m schedweb.launch local

serve:
	@sh schedweb/launch/setup.sh run
	@$(python) -m schedweb.launch team

setup: packages
	@$(python) -m parsched compile

packages:
	@sh schedweb/launch/setup.sh run
	@sh schedweb/launch/setup.sh test

# The first account of a team's server, or one more that may enter /admin/.
admin:
	@sh schedweb/launch/setup.sh run
	@SCHEDWEB_MODE=team $(python) manage.py migrate --verbosity 0
	@SCHEDWEB_MODE=team $(python) manage.py createsuperuser

# First on PostgreSQL and Redis where their addresses are given, as in .ci/run; the second run leaves
# out what the first one has listed. A process that has nothing left to do takes over tests of
# another one.
test: setup
	@status=0; export TESTED=; \
	if [ -n "$$SCHEDWEB_TEST_DATABASE_URL" ]; then \
		TESTED=$$(mktemp); \
		SERVICES=1 $(python) -m pytest -m "services and not night" $(pytest) || status=1; \
	fi; \
	$(python) -m pytest $(pytest) || status=1; \
	[ -z "$$TESTED" ] || rm "$$TESTED"; exit $$status

check: packages
	$(python) -m ruff check
	$(python) -m ruff format --check
	$(python) -m mypy
	.venv/bin/lint-imports
	$(python) manage.py makemigrations --check
	SCHEDWEB_MODE=team SCHEDWEB_HTTPS=1 SCHEDWEB_SECRET_KEY=$$($(python) -m schedweb.base.secret_key) \
		$(python) manage.py check --deploy --fail-level WARNING

# The site that the application serves at /docs/.
docs: setup
	$(python) -m schedweb.documentation

# The Python client of the API, as a package in build/client.
client: setup
	@mkdir -p build
	$(python) -m schedweb.documentation --client build/client

bench: setup
	$(python) -m tests.bench $(only)

# Damaged files for all readers: at most 5 s of CPU time and 1 GB each, no error but the declared;
# then tests on random cases, more of them and others than in `make test`, those of one seed where it
# is given.
fuzz: setup
	$(python) -m tests.fuzz --rounds $(or $(rounds),200000) --seed $(seed)
	SCHEDWEB_PROPERTIES=random $(python) -m pytest -m "hypothesis or drawn" -n $(cores) \
		$(if $(filter command,$(firstword $(origin seed))),--hypothesis-seed=$(seed))

# Mistakes that are made on purpose, in a copy: exits with 1 where tests notice fewer than 95 %.
mutate: setup
	$(python) -m tests.mutate --processes $(cores) $(if $(only),--only "$(only)")

# Which tests notice a mistake that no other notices, and what the others cost; in build/matrix.jsonl.
matrix: setup
	@mkdir -p build
	$(python) -m tests.mutate.matrix build/matrix.jsonl --processes $(cores) $(if $(only),--only "$(only)")

# An installation of its own, to which things happen while it works; as root also to its disk.
faults: setup
	$(python) -m tests.faults --rounds $(or $(rounds),50) --seed $(seed)

# Journeys in the Firefox of the system, which take minutes.
firefox: setup
	SCHEDWEB_TEST_FIREFOX=$$(command -v firefox-esr || command -v firefox) \
		SCHEDWEB_REQUIRE="firefox browser" $(python) -m pytest tests/browser/test_firefox.py

# A wheel of this clone, installed from the registry into new environments and tried there.
wheel-check: packages
	rm -rf dist && $(python) -m build --outdir dist .
	.ci/wheel-check dist/*.whl $(pythons)

# In dist/: wheel, sdist, bill of materials, sums, and the image where Docker is. Publishes nothing.
# rehearsal=1 takes a version without a date.
release: setup
	rehearsal=$(rehearsal) .ci/release

# What is tested against what: runs the declared entries, and writes the figures of the page Evidence.
evidence: setup
	$(python) -m tests.evidence $(if $(only),--only "$(only)") $(if $(full),--full)

# What takes hours: studies of full size, which go on where the last night stopped; all mistakes, faults
# and damaged files; the evidence at full size. What they find is kept in the repository.
night: setup
	$(python) -m parsched study verdicts --jobs $(cores)
	$(MAKE) evidence full=1
	$(MAKE) mutate
	$(MAKE) faults
	$(MAKE) fuzz

# Photographs of every page in var/screens, to be looked at; those of README and site in docs/pages/pictures.
screens: setup
	@$(python) -m tests.screens

clean:
	rm -rf .venv dist algorithms/parsched/__compiled__ algorithms/parsched/__shipped__ .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
