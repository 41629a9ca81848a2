#!/bin/sh
# A conflict that no merge is behind.
echo mine >shared.txt
git stash -q
echo ours >shared.txt
git commit -qam ours
git stash pop >/dev/null 2>&1
echo TOOL_DONE
