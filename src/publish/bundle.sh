#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Packs what as-a-user.sh has laid out into one zip, as the portal of a public repository takes it: each file with its signature
# and its checksums. Without a key of yours it is signed with one that is thrown away; its public half is target/bundle-key.asc.
#
#   bundle.sh JAR VERSION TIMESTAMP [KEY]      from the top folder
set -eu
jar=$1 version=$2 timestamp=$3 key=${4:-}
bundle=$PWD/target/semel-$version-bundle
rm -rf "$bundle" "$bundle.zip" target/bundle-key.asc
mkdir "$bundle"

(
  cd target/repository
  for file in org/semel/*/"$version"/*"$version"*; do
    mkdir -p "$bundle/${file%/*}"
    cp "$file" "$bundle/$file"
  done
)

sign() {
  echo "bundle: gpg is not here; nothing is signed"
}
if command -v gpg >/dev/null 2>&1; then
  if [ -z "$key" ]; then
    GNUPGHOME=$(mktemp -d)
    export GNUPGHOME
    trap 'gpgconf --kill gpg-agent; rm -rf "$GNUPGHOME"' EXIT
    key="A build of Semel, no release"
    gpg --batch --quiet --passphrase '' --quick-generate-key "$key" ed25519 sign never
    gpg --batch --armor --export "$key" >target/bundle-key.asc
  fi
  sign() {
    find "$bundle" -type f | while read -r file; do
      gpg --batch --quiet --local-user "$key" --armor --detach-sign "$file"
    done
  }
fi
sign

find "$bundle" -type f ! -name '*.asc' | while read -r file; do
  for sum in md5 sha1 sha256 sha512; do
    digest=$("${sum}sum" "$file")
    printf %s "${digest%% *}" >"$file.$sum"
  done
done

(cd "$bundle" && find org -type f | LC_ALL=C sort >"$bundle.files" && "$jar" --create --no-manifest --date="$timestamp" --file="$bundle.zip" @"$bundle.files")
rm "$bundle.files"
echo "bundle: $bundle.zip"
