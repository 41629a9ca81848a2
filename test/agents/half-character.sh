#!/bin/sh
# Tears a character in its text, and ends in the middle of another.
cat >/dev/null
printf 'caf\303\nTOOL_DONE\n\360\237'
