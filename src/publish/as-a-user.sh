#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds and tests the test kit and the quickstart as a user does: by Maven calls of their own, against target/repository. That
# is a local repository with what this build has made, under the names by which users ask for it. All else is the user's own
# repository, by links: nothing is downloaded twice, offline is offline, and no snapshot of ours gets into it.
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
put "semel-$version.pom" semel .pom
put "semel-$version.jar" semel .jar
put "semel-$version.war" semel .war
put "semel-artemis-$version.rar" semel-artemis .rar
put "semel-xa-$version.jar" semel-xa .jar
for artifact in semel-artemis semel-bom semel-quickstart semel-xa; do
  put "publish/$artifact.pom" "$artifact" .pom
done
for artifact in semel semel-artemis semel-xa; do
  put "$artifact-$version-sources.jar" "$artifact" -sources.jar
  put "$artifact-$version-javadoc.jar" "$artifact" -javadoc.jar
done
# the archetype is all source, and has no interface
for ending in .jar -sources.jar -javadoc.jar; do
  put "semel-quickstart-$version.jar" semel-quickstart "$ending"
done

# The same words as this build, less what it was asked to do; -Dtest names tests of other builds. Each of these lives for
# seconds, which repays no second compiler.
words=
value=
for word in ${MAVEN_CMD_LINE_ARGS:-}; do
  if [ -n "$value" ]; then
    case $value in
      -s | --settings | -gs | --global-settings)
        case $word in /*) ;; *) word=$PWD/$word ;; esac
        words="$words $value $word"
        ;;
      -D | -P) words="$words $value $word" ;;
    esac
    value=
    continue
  fi
  case $word in
    -D | -P | -f | --file | -l | --log-file | -pl | --projects | -rf | --resume-from | -s | --settings | -gs | --global-settings) value=$word ;;
    -am | --also-make | -amd | --also-make-dependents) ;;
    clean | validate | compile | test | package | verify | install | deploy | site | [!-]*:*) ;;
    *) words="$words $word" ;;
  esac
done
build() {
  JDK_JAVA_OPTIONS="${JDK_JAVA_OPTIONS:-} -XX:TieredStopAtLevel=1" "$mvn" "$@" $words \
    -Dmaven.repo.local="$repository" -Dsurefire.failIfNoSpecifiedTests=false -Dmaven.test.redirectTestOutputToFile=true
}

rm -f testkit/target/bom.json testkit/target/bom.xml
build -f testkit/pom.xml install
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
