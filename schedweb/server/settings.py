"""Django settings; `config.py` declares what the environment may change."""

from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF, UNSAFE_INLINE
from kombu import Queue

from schedweb.base import backends, config, network, secret_key

BASE_DIR = config.FILES

SCHEDWEB_MODE = config.MODE.read()
SCHEDWEB_DATA = config.data_folder()
SCHEDWEB_LOCAL_TOKEN = config.LOCAL_TOKEN.read()
SCHEDWEB_SIGNUP = config.SIGNUP.read()
SCHEDWEB_PLUGINS = config.PLUGINS.read()
SCHEDWEB_MAX_UPLOAD_MB = config.MAX_UPLOAD_MB.read()
SCHEDWEB_MAX_UNPACKED_MB = config.MAX_UNPACKED_MB.read()
SCHEDWEB_MAX_JOBS = config.MAX_JOBS.read()
SCHEDWEB_MAX_COLUMNS = config.MAX_COLUMNS.read()
SCHEDWEB_MAX_NAMES = config.MAX_NAMES.read()
SCHEDWEB_RUN_SECONDS = config.RUN_SECONDS.read()
SCHEDWEB_RUN_MEMORY_MB = config.RUN_MEMORY_MB.read()
SCHEDWEB_RUN_ATTEMPTS = config.RUN_ATTEMPTS.read()
SCHEDWEB_WEB_THREADS = config.WEB_THREADS.read()
SCHEDWEB_TASK_SECONDS = config.TASK_SECONDS.read()
SCHEDWEB_TASK_MEMORY_MB = config.TASK_MEMORY_MB.read()
SCHEDWEB_HEARTBEAT_SECONDS = config.HEARTBEAT_SECONDS.read()
SCHEDWEB_MAX_QUEUED = config.MAX_QUEUED.read()
SCHEDWEB_API_PER_MINUTE = config.API_PER_MINUTE.read()
SCHEDWEB_UPLOADS_PER_MINUTE = config.UPLOADS_PER_MINUTE.read()
LOCAL = SCHEDWEB_MODE == "local"

DEBUG = False
ROOT_URLCONF = "schedweb.server.urls"
WSGI_APPLICATION = "schedweb.server.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_I18N = False
TIME_ZONE = "UTC"

INSTALLED_APPS = [
    "schedweb.server.apps.SchedWebConfig",
    "schedweb.store",
    "schedweb.accounts",
    "schedweb.workers",
    "schedweb.clusters",
    "schedweb.workloads",
    "schedweb.runs",
    "schedweb.studies",
    "schedweb.sharing",
    "schedweb.web",
    "schedweb.api",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "schedweb.server.static_files.StaticFilesConfig",
]

MIDDLEWARE = [
    "schedweb.server.health.HealthMiddleware",
    "schedweb.base.caching.CacheControlMiddleware",
    "schedweb.base.compression.CompressionMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "schedweb.base.bodies.BodyLimitMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "schedweb.accounts.middleware.LocalUserMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "schedweb.accounts.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "schedweb.base.outages.NotCompiledMiddleware",
    "schedweb.accounts.methods.MethodMiddleware",
    "schedweb.web.damaged.DamagedMiddleware",
    "schedweb.web.trashed.TrashMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "schedweb.accounts.contexts.mode",
            ]
        },
    }
]

# Database and files

DATABASES = {"default": backends.database(config.DATABASE_URL, SCHEDWEB_DATA)}
STORAGES: dict[str, dict[str, Any]] = {
    "blobs": {
        "BACKEND": "schedweb.store.files.AtomicFileStorage",
        "OPTIONS": {"location": SCHEDWEB_DATA / "blobs"},
    },
    "staticfiles": {"BACKEND": "schedweb.server.static_files.StaticStorage"},
}
SCHEDWEB_DOCS = config.FILES / "docs" / "site"  # built by `make docs`
STATIC_URL = "/static/"
STATICFILES_DIRS: list[Path | tuple[str, Path]] = [
    BASE_DIR / "static",
    ("bokeh", backends.installed("bokeh") / "server" / "static" / "js"),
]
STATIC_ROOT: Path | None = config.STATIC.read() / backends.digest_of(
    BASE_DIR / "static",
    Path(__file__).with_name("static_files.py"),
    ("Brotli", "Django", "bokeh", "django-htmx", "drf-spectacular-sidecar", "whitenoise"),
)
"""What the web server collects as it starts: one folder for each version."""
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False
DATA_UPLOAD_MAX_MEMORY_SIZE = 16 * 2**20  # pasted text; files have their own limit
# 64 sites of a merge, each with a window and filters; tables whose columns mean two things each.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4_000 + 12 * SCHEDWEB_MAX_COLUMNS

# Accounts

AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "login"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# Security

SCHEDWEB_KEY_FILE = (
    None
    if config.SECRET_KEY.read()
    else SCHEDWEB_DATA / "secret_key"
    if LOCAL
    else secret_key.team_file()
)
SECRET_KEY = (
    secret_key.kept_in(SCHEDWEB_KEY_FILE) if SCHEDWEB_KEY_FILE else config.SECRET_KEY.read()
)
HOST = config.bind_host()
ALLOWED_HOSTS = (
    ["127.0.0.1", "localhost", "[::1]"]
    if LOCAL
    else config.ALLOWED_HOSTS.read() or network.own_names()
)
CSRF_TRUSTED_ORIGINS = config.TRUSTED_ORIGINS.read()
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "schedweb.accounts.views.forgery"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF, UNSAFE_INLINE],
        "img-src": [SELF, "data:", "blob:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SCHEDWEB_HTTPS = config.HTTPS.read()
if SCHEDWEB_HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 30 * 86_400
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# Workers: the broker carries ids, the database is the truth

CELERY_BROKER_URL = config.REDIS_URL.read() or "spool://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        "visibility_timeout": 2 * SCHEDWEB_RUN_SECONDS + 1_800,
        "socket_connect_timeout": 3,
        "socket_keepalive": True,
    }
    if config.REDIS_URL.read()
    else backends.filesystem_broker(SCHEDWEB_DATA / "broker")
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 2, "interval_start": 0.1, "interval_max": 0.5}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
TASKS_PERFORMED_AT_ONCE = False  # by who waits for them; for tests of pages, without a worker
CELERY_TASK_QUEUES = [Queue(name, routing_key=name) for name in ("runs", "tasks")]
CELERY_TASK_DEFAULT_QUEUE = "runs"
CELERY_TASK_ROUTES = dict.fromkeys(
    ("schedweb.workers.tasks.perform", "schedweb.studies.tasks.summarise"), "tasks"
)
CELERY_WORKER_CONCURRENCY = config.WORKERS.read()
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_LOST_WAIT = 1.0  # seconds that a killed process blocks its place; results are rows

# API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "schedweb.api.authentication.TokenAuthentication",
        "schedweb.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["schedweb.api.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "schedweb.api.negotiation.AddressDecides",
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_PAGINATION_CLASS": "schedweb.api.pagination.Pages",
    "DEFAULT_THROTTLE_CLASSES": ["rest_framework.throttling.UserRateThrottle"],
    "DEFAULT_THROTTLE_RATES": {
        "user": f"{SCHEDWEB_API_PER_MINUTE}/min",
        "upload": f"{SCHEDWEB_UPLOADS_PER_MINUTE}/min",
    },
    "EXCEPTION_HANDLER": "schedweb.api.errors.handle",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "SchedWeb",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "ErrorKindEnum": "schedweb.workers.models.ErrorKind",
        "KindEnum": "schedweb.workloads.models.JobKind",
        "PhaseEnum": "schedweb.studies.progress.Phase",
        "StateEnum": "schedweb.workers.models.State",
    },
    "COMPONENT_SPLIT_REQUEST": True,
    "PATH_CONVERTER_OVERRIDES": {"key": {"type": "string", "pattern": "^[A-Za-z0-9_-]{11}$"}},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "schedweb.api.schema.finish",
    ],
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": config.LOG_LEVEL.read().upper()},
    "loggers": {
        "django": {"handlers": [], "level": "NOTSET", "propagate": True},
        # What visitors get wrong is told to them, not to the terminal.
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
