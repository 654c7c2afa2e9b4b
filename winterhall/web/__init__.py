"""Parts of every request: middleware, problems, health, forms, and the way from ASGI to WSGI."""
