"""Devices by the words in which their browsers introduce themselves."""

from django import template

register = template.Library()

#: The words of browsers and systems, and how people call them; the first that is found counts, since many say several.
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}


@register.filter
def device(said: str) -> str:
    """A browser and its system in a few words.

    >>> device("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36")
    'Chrome on Android'
    >>> device("curl/8.5.0"), device("")
    ('curl/8.5.0', 'Unknown device')
    """
    browser = next((name for word, name in BROWSERS.items() if word in said), "")
    system = next((name for word, name in SYSTEMS.items() if word in said), "")
    return " on ".join(filter(None, (browser, system))) or said[:60] or "Unknown device"
