#!/bin/sh
echo work >work.txt
rm -rf "$TOOL_STATE_DIR"
echo TOOL_DONE
