#!/bin/sh
# Finishes its sentence when asked to end, and claims success.
trap 'echo TOOL_DONE; exit 0' TERM
echo ready
while :; do sleep 0.05; done
