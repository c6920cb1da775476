#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Deploys all that is published to a repository of files, target/deployed, as mvn deploy would to one of yours, and compares it
# with the bundle of the same build: each artifact with its POM, its sources and its Javadoc, and no file more or other.
#
#   deployed.sh [WORDS]      from the top folder; WORDS are Maven's, such as -q; NAME=altSnapshotDeploymentRepository gives the
#                            repository by that name
set -eu
deployed=$PWD/target/deployed
rm -rf "$deployed"
mvn -B "$@" -DskipTests deploy -D"${NAME:-altDeploymentRepository}"="local::file://$deployed"

# what is no checksum and no signature, a snapshot's time under the name of its version
sums() {
  (cd "$1" && find org -type f ! -name '*.asc' ! -name '*.md5' ! -name '*.sha*' ! -name 'maven-metadata.xml' -exec sha256sum {} +) |
    sed -E 's/-[0-9]{8}\.[0-9]{6}-[0-9]+([.-][^/]*)$/-SNAPSHOT\1/' | sort -k 2
}
sums "$deployed" >target/deployed.sums
sums target/semel-*-bundle >target/bundle.sums
diff target/bundle.sums target/deployed.sums
cut -d / -f 3,5 target/deployed.sums
echo "deployed: $(wc -l <target/deployed.sums) files, as they stand in the bundle"
