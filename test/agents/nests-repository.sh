#!/bin/sh
# $1 "empty": without a commit.
git init -q inner
echo x >inner/x.txt
test "$1" = empty || (cd inner && git add x.txt && git commit -qm inner)
echo work >work.txt
echo TOOL_DONE
