#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Lays out an archetype of samples/quickstart, so that one command gives a user a copy under names of their own.
#
#   archetype.sh      from the top folder
set -eu
from=samples/quickstart
archetype=$PWD/target/publish/quickstart/archetype
copy=$archetype/archetype-resources
rm -rf "$archetype"
mkdir -p "$copy/src/main" "$archetype/META-INF/maven"
cp src/publish/quickstart/archetype-metadata.xml "$archetype/META-INF/maven"

# the archetype gives back folders of the package
for classes in main test; do
  mkdir -p "$copy/src/$classes/java"
  cp "$from/src/$classes/java/com/example/payments/"*.java "$copy/src/$classes/java"
done
cp -R "$from/src/main/resources" "$from/src/main/webapp" "$copy/src/main"
cp "$from/pom.xml" "$copy"

# shellcheck disable=SC2016 # the names are the archetype's to fill in
names='
  s/com\.example\.payments/${package}/g
  s/<groupId>com\.example</<groupId>${groupId}</
  s/<artifactId>payments</<artifactId>${artifactId}</
  s/<version>1\.0-SNAPSHOT</<version>${version}</
  s/<finalName>payments</<finalName>${artifactId}</
  s/<display-name>Payments</<display-name>${artifactId}</
  s/<persistence-unit name="payments"/<persistence-unit name="${artifactId}"/
  /An application of your own/d
'
find "$copy" -name '*.java' -o -name '*.xml' | while read -r file; do
  sed -e "$names" "$file" >"$archetype.named"
  mv "$archetype.named" "$file"
done
