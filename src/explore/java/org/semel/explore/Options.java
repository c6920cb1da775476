// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;

/**
 * What the command line asks for.
 *
 * @param cases how many at most, 1 to 1,000,000
 * @param seed of all cases
 * @param time how long at most; zero: however long it takes
 * @param only the number of the one case to play, or what the text of each must contain; {@code
 *     controls}: what is broken on purpose, one after the other; empty: all
 * @param threads that play at once, 1 to 32
 * @param first whether it ends with the first find, and leaves that as it was drawn
 */
record Options(int cases, long seed, Duration time, String only, int threads, boolean first) {

  private static final int MOST = 1_000_000;
  private static final int MINUTES = 10_080;

  static Options of(Properties properties) {
    int minutes = number(properties, "minutes", 0, 0, MINUTES);
    int cases = number(properties, "cases", minutes > 0 ? MOST : 100, 1, MOST);
    int seed = number(properties, "seed", new Random().nextInt(MOST), 0, Integer.MAX_VALUE);
    int threads = number(properties, "threads", 3, 1, 32);
    String only = properties.getProperty("semel.explore.only", "");
    boolean first = Boolean.parseBoolean(properties.getProperty("semel.explore.first"));
    return new Options(cases, seed, Duration.ofMinutes(minutes), only, threads, first);
  }

  /** The same, of all cases. */
  Options whole() {
    return new Options(cases, seed, time, "", threads, first);
  }

  /** Whether the case has all that is asked for; several texts stand with a comma between them. */
  boolean wants(Case drawn) {
    String text = drawn.text();
    return Arrays.stream(only.split(",")).map(String::strip).allMatch(text::contains);
  }

  /** The only case that is asked for, if that is by its number. */
  Optional<Integer> number() {
    return only.matches("\\d{1,9}") ? Optional.of(Integer.valueOf(only)) : Optional.empty();
  }

  private static int number(
      Properties properties, String name, int otherwise, int least, int most) {
    String key = "semel.explore." + name;
    String text = properties.getProperty(key, String.valueOf(otherwise));
    if (text.matches("\\d{1,10}")
        && Long.parseLong(text) >= least
        && Long.parseLong(text) <= most) {
      return Integer.parseInt(text);
    }
    throw new IllegalArgumentException(
        key + "=" + text + " is not a number from " + least + " to " + most);
  }
}
