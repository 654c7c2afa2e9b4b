"""Django's settings. What an installation may choose comes from winterhall/environment.py."""

from redis.backoff import NoBackoff
from redis.retry import Retry

from winterhall import environment
from winterhall.environment import broker_url, database, embedded_socket, files
from winterhall.logs import logging_settings

said = environment.read()

BASE_DIR = environment.ROOT
WINTERHALL_HOME = said["WINTERHALL_HOME"]
DEBUG = said["DEBUG"]
SECRET_KEY = said["SECRET_KEY"]
SECRET_KEY_FALLBACKS = said["SECRET_KEY_FALLBACKS"]
HTTPS = said["HTTPS"]
ALLOWED_HOSTS = said["ALLOWED_HOSTS"]
CSRF_TRUSTED_ORIGINS = said["CSRF_TRUSTED_ORIGINS"]
BIND = said["BIND"]
PORT = said["PORT"]
WEB_THREADS = said["WEB_THREADS"]

# -- the house -----------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "winterhall",
    "winterhall.accounts",
    "campaigns",
    "characters",
    "combat",
    "rules",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",  # the pages of allauth say "two days ago" with it
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_structlog",
    "drf_spectacular",
    "rest_framework",
]

# Every link works both ways, sync and async: one that is sync only would send each stream through threads.
# The chain is short on purpose, it is most of what a small answer costs.
MIDDLEWARE = [
    # What programs read most, before the links that it needs none of.
    "winterhall.api.hot.short_way",
    "winterhall.web.middleware.request_log",
    "winterhall.web.middleware.compress_pages",
    "winterhall.api.problems.as_problems",
    "winterhall.web.middleware.close_books",
    "winterhall.web.middleware.local_time",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "winterhall.web.middleware.keep_private",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "campaigns.play.problems.refusals",
]

ROOT_URLCONF = "winterhall.urls"
WSGI_APPLICATION = "winterhall.wsgi.application"
ASGI_APPLICATION = "winterhall.asgi.application"

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
                "winterhall.web.middleware.hall",
                "campaigns.notices.reading.for_pages",
            ],
        },
    },
]

LANGUAGE_CODE = "en"
TIME_ZONE = said["TIME_ZONE"]
USE_TZ = True
USE_I18N = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# -- what is kept --------------------------------------------------------------------------------------------

DATABASES = {"default": database(said["DATABASE"], said["DATABASE_POOL"], WINTERHALL_HOME)}

EMBEDDED_REDIS = said["REDIS_URL"] is None
REDIS_URL = said["REDIS_URL"] or f"unix://{embedded_socket(WINTERHALL_HOME)}?db=0"

CACHES = {
    "default": {
        "BACKEND": "winterhall.web.backends.SparingRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "winterhall",
        # A Redis that hangs may slow a page by this much, no more: one fresh attempt for a connection that
        # was cut, where redis-py's own default tries for seconds.
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 1.0, "retry": Retry(NoBackoff(), 1)},
    },
}
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"

# -- who is who ----------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"

# -- mail ----------------------------------------------------------------------------------------------------

EMAIL_BACKEND = "winterhall.accounts.outbox.OutboxBackend"
POST_BACKEND = said["EMAIL"]["EMAIL_BACKEND"]
# The parser gives the path of file:///srv/mail without its first slash.
EMAIL_FILE_PATH = "/" + said["EMAIL"]["EMAIL_FILE_PATH"].lstrip("/")
EMAIL_HOST = said["EMAIL"]["EMAIL_HOST"] or "localhost"
EMAIL_PORT = said["EMAIL"]["EMAIL_PORT"] or 25
EMAIL_HOST_USER = said["EMAIL"]["EMAIL_HOST_USER"] or ""
EMAIL_HOST_PASSWORD = said["EMAIL"]["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS = said["EMAIL"]["EMAIL_USE_TLS"]
EMAIL_USE_SSL = said["EMAIL"]["EMAIL_USE_SSL"]
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = said["DEFAULT_FROM_EMAIL"]
SERVER_EMAIL = DEFAULT_FROM_EMAIL
MAIL_FOLDER = EMAIL_FILE_PATH if POST_BACKEND.endswith(".filebased.EmailBackend") else None
MAIL_IS_DELIVERED = POST_BACKEND == "django.core.mail.backends.smtp.EmailBackend"

ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "display_name*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "winterhall.accounts.forms.SignupForm"
ACCOUNT_FORMS = {
    "login": "winterhall.accounts.mail_forms.LoginForm",
    "signup": "winterhall.accounts.mail_forms.SignupForm",
    "add_email": "winterhall.accounts.mail_forms.AddEmailForm",
    "reset_password": "winterhall.accounts.mail_forms.ResetPasswordForm",
}
ACCOUNT_ADAPTER = "winterhall.accounts.guests.Adapter"
ACCOUNT_USER_DISPLAY = "winterhall.accounts.models.display"
# Where mail only falls into a folder of a laptop, nobody could ever confirm an address.
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if MAIL_IS_DELIVERED else "none"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Winterhall: "
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ALLAUTH_TRUSTED_PROXY_COUNT = said["TRUSTED_PROXIES"]
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Winterhall"
# Browsers allow passkeys without TLS on the name localhost only, which is what the embedded default prints.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS

# -- pages ---------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = WINTERHALL_HOME / "static"
_plain_files = "django.contrib.staticfiles.storage.StaticFilesStorage"
STORAGES = {
    "default": files(said),
    "staticfiles": {"BACKEND": _plain_files if DEBUG else "winterhall.web.backends.HashedFiles"},
}
MEDIA_ROOT = WINTERHALL_HOME / "media"

_self, _none = ["'self'"], ["'none'"]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": _none,
        "script-src": _self,
        "style-src": _self,
        "img-src": ["'self'", "data:"],
        "font-src": _self,
        "connect-src": _self,
        "manifest-src": _self,
        "worker-src": _self,
        "form-action": _self,
        "base-uri": _none,
        "frame-ancestors": _none,
        "object-src": _none,
    },
}
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# The proxy in front redirects and ends TLS; inside, the health checks of the containers speak plain HTTP.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = False
SILENCED_SYSTEM_CHECKS = ["security.W008"]
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000

# -- programs ------------------------------------------------------------------------------------------------

API_READS_PER_MINUTE = said["API_READS_PER_MINUTE"]
API_WRITES_PER_MINUTE = said["API_WRITES_PER_MINUTE"]
# What every view for programs has in common stands in winterhall.api.views, beside its reasons.
REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "winterhall.api.schema.HouseSchema",
    "EXCEPTION_HANDLER": "winterhall.api.problems.answer",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Winterhall",
    "DESCRIPTION": "Characters, campaigns, encounters and their chronicle, for programs.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": ["winterhall.api.schema.with_house_words"],
}

# -- long work -----------------------------------------------------------------------------------------------

CELERY_BROKER_URL = broker_url(REDIS_URL)
# No result backend: progress lives in rows of ours, the broker is never the truth.
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
# A task whose worker was killed comes back after this long; tasks work in steps shorter than it.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 90,
    "global_keyprefix": "winterhall.",
    "socket_connect_timeout": 1,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A request that tells a missing Redis about new work gives up soon: the sweep of the outbox finds the work
# later.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_max": 0.2}
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = TIME_ZONE
CELERY_BEAT_SCHEDULE_FILENAME = str(WINTERHALL_HOME / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "send letters that a missing broker left behind": {
        "task": "winterhall.accounts.tasks.sweep_outbox",
        "schedule": 60.0,
    },
    "forget the keys of old writes": {
        "task": "winterhall.accounts.tasks.forget_kept_answers",
        "schedule": 24 * 3600.0,
    },
    "clear expired sessions": {
        "task": "winterhall.accounts.tasks.clear_expired_sessions",
        "schedule": 24 * 3600.0,
    },
    "carry on what a killed worker left behind": {
        "task": "campaigns.sweep_runs",
        "schedule": 15.0,
    },
    "go on with summaries that a killed worker left behind": {
        "task": "campaigns.sweep_summaries",
        "schedule": 15.0,
    },
    "go on with forecasts that a killed worker left behind": {
        "task": "combat.sweep_forecasts",
        "schedule": 15.0,
    },
    "remove files that no picture names": {
        "task": "campaigns.sweep_pictures",
        "schedule": 24 * 3600.0,
    },
    "tell people what waits for them": {
        "task": "campaigns.sweep_notices",
        "schedule": 60.0,
    },
    "delete what has lain in the bin for long enough": {
        "task": "campaigns.empty_bins",
        "schedule": 3600.0,
    },
    "compare every campaign with its chronicle": {
        "task": "campaigns.verify_chronicles",
        "schedule": 24 * 3600.0,
    },
}

# -- logs ----------------------------------------------------------------------------------------------------

LOGGING = logging_settings(level=said["LOG_LEVEL"], form=said["LOG_FORMAT"])
DJANGO_STRUCTLOG_CELERY_ENABLED = True
