"""Grappling: taking hold of somebody, and all that can be done in a hold (SDA-231 to SDA-244).

``holds`` is the one state, ``uses`` says which hits buy which change of it, and the other modules are the commands.
"""
