#!/bin/sh
printf 'first\nTOOL_DONE'
