#!/bin/sh
# Leaves a process of its own group that keeps stdout and stderr open.
sleep 60 &
echo "left $!"
