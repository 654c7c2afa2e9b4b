"""The API for programs: signing in with tokens, reading and writing JSON, and its description.

Each app brings its own addresses in its ``api.py``; this package holds what they share and knows none of them, except
``urls`` and ``problems``, where everything comes together.
"""
