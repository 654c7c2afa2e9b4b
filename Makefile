# Two commands: `make demo` opens a furnished hall, `make test` checks everything.
# Both obey PORT and WINTERHALL_HOME. GNU make 3.81, as macOS has it, is enough.

PYTHON ?= python3
PY := .venv/bin/python
# Tests wait about as much as they work, hence one worker more than CI has cores.
WORKERS ?= 3
# A file is tested by one of them, so that what its tests share is made once; in the order of tests/conftest.py.
PYTEST = $(PY) -m pytest -n $(WORKERS) --dist loadscope --no-loadscope-reorder
# A run starts many processes: what one has compiled, the next need not compile again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo hall screens front words test test-pages test-rest quick coverage lint types types-of-rules types-of-house migrations chromium lock clean

demo: .venv/installed
	@exec $(PY) manage.py hall --demo

hall: .venv/installed
	@exec $(PY) manage.py hall

# Pictures of the main pages as everybody sees them, to be looked at; ONLY="grim fight" takes those of one kind.
screens: .venv/installed-test
	@$(PY) -m tests.browser.screens build/screens --only $(ONLY)

# The pictures of the README and of the page that welcomes strangers, taken anew.
front: .venv/installed-test
	@$(PY) -m tests.browser.screens build/front --front

# Every string that people read, with its file and line, to be read aloud.
words: .venv/installed-test
	@$(PY) -m tests.look.words build/words.txt

# Where tests drive a browser; whoever leaves them out need not read them first.
PAGES := $(shell find tests -type d -name browser)

# Tests in a browser that also hold what a database does: live news, writes sent again, a whole fight, a whole evening.
# What scripts and pages do in a browser is tested once.
LIVE := tests/combat/browser/test_live_table.py \
	$(patsubst %,tests/browser/test_%.py,broken_line evening feed fight own_entries writing)
# Files of which no test may touch a database; tests/test_surroundings.py sees to that.
PLAIN := test_examples test_patience combat/test_board \
	$(addprefix campaigns/test_,answers grids log_reasons odds_story redaction viewers) \
	$(addprefix winterhall/test_,bridge compose doors_of_rooms environment form_words house links logs pdf) \
	$(addprefix winterhall/test_,public_ids starting)
# What knows of no database is tested once: rules, how processes are started and ended, what the API says of itself,
# how pages write what they are given, and whether planted leaks are found.
ALIKE := tests/rules tests/look tests/winterhall/test_hall.py tests/winterhall/test_planted_texts.py \
	tests/two_worlds/test_planted_leaks.py tests/api/test_description.py $(PLAIN:%=tests/%.py)

# On both databases, as on a laptop and as in a large installation. Whoever drives a browser waits more than half of the
# time, which the tests without one make use of beside it.
test: .venv/installed-test
	@$(MAKE) --no-print-directory -j3 types chromium lint
	@$(MAKE) --no-print-directory -j2 test-pages test-rest

test-pages: WORKERS := 3
test-pages: .venv/installed-test
	WINTERHALL_TEST_DATABASE=sqlite $(PYTEST) -m browser $(PAGES)
	WINTERHALL_TEST_DATABASE=postgres $(PYTEST) -m browser $(LIVE)

test-rest: WORKERS := 2
# The halls of the other tests count up from PORT.
ifdef PORT
test-rest: export PORT := $(shell expr $(PORT) + 10)
endif
test-rest: .venv/installed-test
	WINTERHALL_TEST_DATABASE=sqlite $(PYTEST) -m "not browser" $(PAGES:%=--ignore=%)
	WINTERHALL_TEST_DATABASE=postgres $(PYTEST) -m "not browser" $(PAGES:%=--ignore=%) $(ALIKE:%=--ignore=%)

# For while one writes: one database, no browser, none of the files that take longest.
quick: .venv/installed-test lint types
	WINTERHALL_TEST_DATABASE=sqlite $(PYTEST) -m "not browser and not long" $(PAGES:%=--ignore=%)

# Which lines no test runs.
coverage: .venv/installed-test
	$(PYTEST) -m "not browser" --cov --cov-report=term

lint: .venv/installed-test
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/djlint templates --lint --quiet
	.venv/bin/lint-imports

types: types-of-rules types-of-house migrations

# Each has a cache of its own: one throws away what the other found out, and they run at the same time.
types-of-rules: .venv/installed-test
	$(PY) -m mypy --strict --cache-dir .mypy_cache/strict rules

types-of-house: .venv/installed-test
	$(PY) -m mypy winterhall campaigns characters combat

migrations: .venv/installed-test
	$(PY) manage.py makemigrations --check --dry-run

chromium:
	@sh deploy/chromium.sh

# What is newer than its stamp is installed again; otherwise these cost nothing.
.venv/installed: requirements.lock
	test -x $(PY) || $(PYTHON) -m venv .venv
	$(PY) -m pip install -qq --disable-pip-version-check --require-hashes -r requirements.lock
	touch $@

.venv/installed-test: requirements-test.lock
	test -x $(PY) || $(PYTHON) -m venv .venv
	$(PY) -m pip install -qq --disable-pip-version-check --require-hashes -r requirements-test.lock
	touch .venv/installed $@

# The test lock takes over every version of the first one, so that both stamps mean the same programs.
LOCK := .venv/bin/uv pip compile pyproject.toml --universal --python-version 3.11 \
	--generate-hashes --no-strip-extras --no-header --no-annotate --quiet

lock:
	$(LOCK) $(UPGRADE) -o requirements.lock
	$(LOCK) $(UPGRADE) --extra test -c requirements.lock -o requirements-test.lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache htmlcov
