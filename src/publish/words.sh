# SPDX-License-Identifier: Apache-2.0
# Sets words: those of the build that calls, less what it was asked to do and by which of its projects, for a build that it calls;
# and goals: what it was asked to do. To be read in by a script of sh under set -f, in the top folder.
words=
goals=
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
    clean | validate | compile | test | package | verify | install | deploy | site | [!-]*:*) goals="$goals $word" ;;
    *) words="$words $word" ;;
  esac
done
