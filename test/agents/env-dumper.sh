#!/bin/sh
pwd
env
