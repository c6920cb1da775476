#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the bundle of what is committed twice, in two folders, and compares file by file: two builds are one, but for signatures.
#
#   twice.sh [WORDS]      from the top folder; WORDS are Maven's, such as -o
set -eu
twice=$PWD/target/twice
rm -rf "$twice"
for build in first second; do
  mkdir -p "$twice/$build"
  git archive HEAD | tar -x -C "$twice/$build"
  (cd "$twice/$build" && mvn -B -q "$@" -Prelease -DskipTests verify)
  (cd "$twice/$build/target" && find semel-*-bundle -type f ! -name '*.asc' -exec sha256sum {} +) | sort -k 2 >"$twice/$build.sums"
done
diff "$twice/first.sums" "$twice/second.sums"
echo "twice: $(wc -l <"$twice/first.sums") files are the same"
