#!/bin/sh
echo work >work.txt
git add work.txt
git commit -q --amend -m "Never happened"
echo TOOL_DONE
