#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes what is published beside the jar, and tests the test kit and the quickstart as a user does: by Maven calls of their own,
# against target/repository. That is a local repository with what this build has made, under the names by which users ask for it.
# All else is the user's own repository, by links: nothing is downloaded twice, offline is offline, and no snapshot of ours gets
# into it.
#
#   as-a-user.sh MVN USERS-LOCAL-REPOSITORY VERSION SKIP-TESTS      from the top folder, with the build's words in MAVEN_CMD_LINE_ARGS
set -euf
mvn=$1 own=$2 version=$3 skip=$4
repository=$PWD/target/repository

rm -rf "$repository"
mkdir -p "$repository/org/semel" "$own/org"
set +f
for group in "$own"/* "$own"/org/*; do
  link=$repository${group#"$own"}
  [ -e "$link" ] || ln -s "$group" "$link"
done
set -f

# puts FILE there: the artifact's name, and how its own name ends
put() {
  mkdir -p "$repository/org/semel/$2/$version"
  cp "target/$1" "$repository/org/semel/$2/$version/$2-$version$3"
}
for ending in .pom .jar .war -sources.jar -javadoc.jar; do
  put "semel-$version$ending" semel "$ending"
done

# The same words as this build, less what it was asked to do; -Dtest names tests of other builds. Each of these lives for
# seconds, which repays no second compiler.
. src/publish/words.sh
build() {
  JDK_JAVA_OPTIONS="${JDK_JAVA_OPTIONS:-} -XX:TieredStopAtLevel=1" "$mvn" "$@" $words \
    -Dmaven.repo.local="$repository" -Dsurefire.failIfNoSpecifiedTests=false -Dmaven.test.redirectTestOutputToFile=true
}

rm -f testkit/target/bom.json testkit/target/bom.xml
build -f src/publish/pom.xml install
# offline, no SBOM is made
for form in json xml; do
  [ ! -e "testkit/target/bom.$form" ] || put "bom.$form" semel "-cyclonedx.$form"
done

[ "$skip" != true ] || exit 0
rm -rf target/quickstart
mkdir target/quickstart
cp -R samples/quickstart/pom.xml samples/quickstart/src target/quickstart
build -f target/quickstart/pom.xml package

# a copy under other names, by the command of docs/first-war.md
rm -rf target/copy
mkdir target/copy
cd target/copy
build org.apache.maven.plugins:maven-archetype-plugin:3.4.1:generate -DinteractiveMode=false \
  -DarchetypeGroupId=org.semel -DarchetypeArtifactId=semel-quickstart -DarchetypeVersion="$version" \
  -DarchetypeCatalog=internal -DgroupId=org.acme.orders -DartifactId=orders
build -f orders/pom.xml package -DskipTests
