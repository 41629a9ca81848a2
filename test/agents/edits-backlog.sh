#!/bin/sh
# Calls its own item blocked, and gives another one a new title.
echo work >"work-$TOOL_ITEM_ID.txt"
file="$TOOL_STATE_DIR/backlog.json"
sed -e 's/"in_progress"/"blocked"/' -e 's/"Second"/"Another second"/' "$file" >edited && mv edited "$file"
echo TOOL_DONE
