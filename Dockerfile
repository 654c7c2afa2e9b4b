FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    WINTERHALL_HOME=/srv/winterhall

# What draws the text of PDF files (docs/decisions/0037).
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 \
    && rm -rf /var/lib/apt/lists/*

RUN useradd --system --uid 10001 --home-dir /srv/winterhall --create-home hall
WORKDIR /opt/winterhall

COPY requirements.lock ./
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock

COPY . .
# The key is for this step only: collecting files signs nothing, and no key may be baked into an image.
RUN SECRET_KEY=only-while-the-image-is-built-0123456789 python manage.py collectstatic --noinput --verbosity 0 \
        --ignore rest_framework \
    && mkdir -p /srv/winterhall/media \
    && chown -R hall:hall /srv/winterhall

USER 10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-m", "winterhall.probe"]
CMD ["uvicorn", "winterhall.asgi:application", "--host", "0.0.0.0", "--port", "8000", \
     "--workers", "2", "--timeout-graceful-shutdown", "2", "--no-access-log", "--no-proxy-headers", \
     "--no-server-header", "--ws", "none", "--log-level", "warning"]
