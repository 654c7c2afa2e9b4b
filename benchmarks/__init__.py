"""Measurements that anybody can repeat; each is one command, see README.md."""
