"""The door for programs: who comes in with what, how JSON is read and written, how it is described.

Each app brings its own addresses in its ``api.py``; this package holds what they share and knows none of them, except
``urls`` and ``problems``, where everything comes together.
"""
