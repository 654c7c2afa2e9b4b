"""The special manoeuvres of a fight (SDA-246 to SDA-274)."""
