#!/bin/sh
# Says nothing and stays.
exec sleep 60
