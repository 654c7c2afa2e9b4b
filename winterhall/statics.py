"""Static files under names that carry their own hash, so that browsers may keep them for ever."""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class HashedFiles(ManifestStaticFilesStorage):
    """Django's own hashed storage, following `import` between our JavaScript modules too."""

    support_js_module_import_aggregation = True
