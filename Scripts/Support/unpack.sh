#!/usr/bin/env bash
# Writes the programs that a page shows, as in ```c toggle.c, into a folder.
#
# Usage: Scripts/Support/unpack.sh PAGE FOLDER
awk -v folder="$2/" '/^```[a-z]+ [A-Za-z.\/]+$/ { file = folder $2; next } /^```$/ { file = ""; next } file { print > file }' "$1"
