#!/bin/sh
# Works on its item and commits it as 002; of 002 itself it says nothing.
test "$TOOL_ITEM_ID" = 001 || exit 0
echo work >work.txt
git add work.txt
git commit -qm "[tool] 002: Second"
echo TOOL_DONE
