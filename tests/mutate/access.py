"""Mistakes that show things to strangers, or let them change something."""

from tests.mutate.mutation import Mutation

RUNS, API, WEB = "schedweb.runs.selectors", "api/test_errors.py", "web/test_access.py"
OWN = "fetch(Comparison.objects.filter(owner=user))"
SHARING, LINKS = "schedweb.sharing.services", "sharing/test_links.py web/test_shared.py"
PAGES = "schedweb.web.access"
TOKENS, API_TOKENS = "schedweb.api.tokens", "api/test_tokens.py"
AUTHENTICATION, CSRF = "schedweb.api.authentication", "api/test_csrf.py"
ATTEMPTS, WAITS = "schedweb.accounts.attempts", "accounts/test_attempts.py"
LOCAL = "schedweb.accounts.middleware"

ACCESS = (
    Mutation(RUNS, OWN, "fetch(Comparison.objects.all())", f"{WEB} api/test_comparisons.py"),
    Mutation(
        RUNS,
        "filter(comparison__owner=user, comparison__trashed=None)",
        "filter(comparison__trashed=None)",
        "api/test_runs.py",
    ),
    Mutation(RUNS, ", comparison__trashed=None)", ")", "api/test_lists.py web/test_lists.py"),
    Mutation(SHARING, "if _is_trashed(link.target):", "if False:", "web/test_lists.py"),
    Mutation(
        "schedweb.workloads.selectors",
        "everything.filter(owner=user, trashed",
        "everything.filter(trashed",
        f"{WEB} api/test_workloads.py",
    ),
    Mutation(
        "schedweb.workloads.selectors",
        "Upload, owner=user, pk=pk, expires__gt",
        "Upload, pk=pk, expires__gt",
        f"{WEB} api/test_workloads.py",
    ),
    Mutation(
        "schedweb.workloads.selectors",
        "expires__gt=timezone.now()",
        "",
        "web/test_upload_pages.py api/test_workloads.py workloads/test_services.py",
    ),
    Mutation(
        "schedweb.clusters.selectors",
        "everything.filter(owner=user, trashed",
        "everything.filter(trashed",
        f"{WEB} api/test_clusters.py",
    ),
    Mutation(
        "schedweb.sharing.selectors",
        "ShareLink, owner=user, pk=pk",
        "ShareLink, pk=pk",
        "sharing/test_links.py api/test_sharing.py",
    ),
    Mutation(
        "schedweb.workers.selectors",
        "Task.objects.filter(owner=user)",
        "Task.objects.all()",
        "api/test_tasks.py web/test_waiting.py",
    ),
    Mutation(SHARING, "if link.revoked is not None:", "if False:", LINKS),
    Mutation(SHARING, "link.expires is not None and not link.is_open", "False", LINKS),
    Mutation(SHARING, "expires is not None and expires <= timezone.now()", "False", LINKS),
    Mutation(SHARING, "token_hash=_hash(token),", "token_hash=token,", LINKS),
    Mutation(PAGES, "if pk != target.pk:", "if False:", "web/test_shared.py"),
    Mutation(PAGES, ".filter(comparison=target)", ".filter()", "web/test_shared.py"),
    Mutation(PAGES, '"noindex, nofollow"', '"index"', "web/test_shared.py"),
    Mutation(
        "schedweb.base.caching",
        "if request.path.startswith(SHARE_LINKS):",
        "if False:",
        f"{WEB} web/test_shared.py",
    ),
    Mutation(TOKENS, "Q(expires=None) | Q(expires__gt=now), owner", "owner", API_TOKENS),
    Mutation(TOKENS, ", owner__is_active=True", "", API_TOKENS),
    Mutation(TOKENS, "ApiToken.objects.filter(owner=owner)", "ApiToken.objects", API_TOKENS),
    Mutation(TOKENS, "token_hash=hashed(secret),", "token_hash=secret,", API_TOKENS),
    Mutation(AUTHENTICATION, 'settings.SCHEDWEB_MODE == "local" and is_script', "is_script", CSRF),
    Mutation(AUTHENTICATION, 'request.headers.get("Origin", own) == own', "True", CSRF),
    Mutation(AUTHENTICATION, 'in ("none", "same-origin")', "is not None", CSRF),
    Mutation(AUTHENTICATION, "super().enforce_csrf(request)", "pass", CSRF),
    Mutation(AUTHENTICATION, "raise exceptions.Throttled(wait)", "pass", WAITS),
    Mutation(ATTEMPTS, "if beyond < 0 or", "if beyond <= 0 or", WAITS),
    Mutation(ATTEMPTS, "self.first << beyond", "self.first", WAITS),
    Mutation(LOCAL, 'META["REMOTE_ADDR"] not in LOOPBACK', 'META["REMOTE_ADDR"] == ""', "accounts"),
    Mutation(
        "schedweb.api.throttles",
        'request.method != "POST" or super()',
        "super()",
        "api/test_throttles.py",
    ),
    Mutation(
        "schedweb.api.views.workloads",
        '''class GeneratedWorkloads(WaitingView):
    """Synthetic workloads."""

    throttle_classes = (UserRateThrottle, UploadThrottle)''',
        '''class GeneratedWorkloads(WaitingView):
    """Synthetic workloads."""''',
        "api/test_throttles.py",
    ),
    Mutation("schedweb.base.bodies", "whole(length, limit) is None", "False", "api/test_errors.py"),
    Mutation(
        "schedweb.api.walking",
        "& ties\n            place |=",
        "\n            place |=",
        "api/test_walking.py",
    ),
    Mutation(
        "schedweb.api.idempotency", "row.request != asked", "False", "api/test_idempotency.py"
    ),
)
