#!/bin/sh
git checkout -q --detach
echo work >work.txt
echo TOOL_DONE
