#!/bin/sh
printf 'whole\nTOOL_DO'
exec sleep 60
