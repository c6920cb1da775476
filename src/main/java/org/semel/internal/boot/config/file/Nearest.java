// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.file;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.semel.internal.boot.config.key.ConfigKey;

/** The place that a misspelt or misplaced name of a policy file means. */
final class Nearest {

  private Nearest() {}

  /**
   * A question to the reader: a key that has this name elsewhere, or a section or key that is
   * spelled nearly so; blank if nothing is near.
   *
   * @param section where it stands; blank for a name at the left margin
   */
  static String to(String name, String section, Collection<ConfigKey<?>> keys) {
    return elsewhere(name, keys)
        .or(() -> spelledNearly(name, section, keys))
        .map(place -> "; is " + place + " meant?")
        .orElse("; docs/configuration.md lists them all");
  }

  /** The one of these names that is spelled nearly so. */
  static Optional<String> name(String name, Collection<String> names) {
    return nearest(name, names.stream(), name.length());
  }

  /** As a properties file names it, as the reference page does, or as another section does. */
  private static Optional<String> elsewhere(String name, Collection<ConfigKey<?>> keys) {
    return keys.stream()
        .filter(
            key ->
                key.name().equals(name)
                    || key.yaml().equals(name)
                    || key.yaml().endsWith("." + name))
        .map(ConfigKey::yaml)
        .min(Comparator.naturalOrder());
  }

  private static Optional<String> spelledNearly(
      String name, String section, Collection<ConfigKey<?>> keys) {
    String written = section.isEmpty() ? name : section + "." + name;
    Stream<String> paths =
        keys.stream()
            .map(ConfigKey::yaml)
            .map(path -> section.isEmpty() ? path.replaceFirst("\\..*", "") : path);
    return nearest(written, paths, name.length());
  }

  /** At most a third of this many letters differs. */
  private static Optional<String> nearest(String written, Stream<String> names, int letters) {
    return names
        .filter(name -> distance(name, written) <= Math.max(1, letters / 3))
        .min(
            Comparator.<String>comparingInt(name -> distance(name, written))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** The letters to insert, to leave out and to change (Levenshtein). */
  private static int distance(String one, String other) {
    int[] row = IntStream.rangeClosed(0, other.length()).toArray();
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }
}
