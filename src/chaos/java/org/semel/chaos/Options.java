// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import org.semel.estate.ServerKind;

/**
 * What the command line asks for.
 *
 * @param kills how many, 1 to 1,000
 * @param seed of plan and work
 * @param messages different ones, 100 to 1,000,000
 * @param windows in which aimed kills strike
 */
record Options(int kills, long seed, int messages, List<String> windows, Stage stage) {

  /** Those in which a kill can be aimed at a server. */
  private static final List<String> ALL_WINDOWS =
      List.of("X1", "X2", "X3", "X4", "X5", "X6", "X7", "X8", "X9", "X10");

  /**
   * On what it is played.
   *
   * @param servers which
   * @param broker where it runs
   * @param receive how the consumer receives
   * @param recovery how often the server looks for what is in doubt
   * @param nodes how many servers share queue and database, 1 to 4; a broker inside is for one only
   */
  record Stage(Servers servers, Broker broker, Receive receive, Recovery recovery, int nodes) {}

  /** Which servers there are. */
  enum Servers {
    WILDFLY,
    LIBERTY,
    /** By turns, a WildFly first. */
    BOTH;

    /**
     * Which the one of this number is.
     *
     * @param number from 1
     */
    ServerKind kind(int number) {
      return switch (this) {
        case WILDFLY -> ServerKind.WILDFLY;
        case LIBERTY -> ServerKind.LIBERTY;
        case BOTH -> number % 2 == 1 ? ServerKind.WILDFLY : ServerKind.LIBERTY;
      };
    }

    private int fewest() {
      return this == BOTH ? 2 : 1;
    }
  }

  /** How often the server looks for what is in doubt. */
  enum Recovery {
    /** As {@code configure.cli} and {@code semel.xml} have it: every 5 s. */
    CONFIGURED(Duration.ofMinutes(6)),
    /** As WildFly has it by itself: every 120 s, and what was never decided is seen twice. */
    DEFAULTS(Duration.ofMinutes(10));

    private final Duration patience;

    Recovery(Duration patience) {
      this.patience = patience;
    }

    /** How long somebody waits for it, and for a server that starts on a slow machine. */
    Duration patience() {
      return patience;
    }
  }

  /** How the consumer receives. */
  enum Receive {
    /** Through the server's pooled factory. */
    MANAGED,
    /** Through long-lived sessions; a log record may stay for ever then (docs/limits.md). */
    DIRECT
  }

  /** Where the broker runs. */
  enum Broker {
    /** In a process of its own. */
    STANDALONE,
    /** Inside WildFly: who kills it, kills the server. */
    EMBEDDED
  }

  static Options of(Properties properties) {
    List<String> faults = new ArrayList<>();
    long kills = number(properties, "semel.chaos.kills", 10, new long[] {1, 1000}, faults);
    long messages =
        number(
            properties, "semel.chaos.messages", kills * 100, new long[] {100, 1_000_000}, faults);
    long otherwise = new Random().nextInt(1_000_000);
    long seed =
        number(properties, "semel.chaos.seed", otherwise, new long[] {0, Long.MAX_VALUE}, faults);
    Servers servers = word(properties, "semel.chaos.server", Servers.WILDFLY, faults);
    Broker broker = word(properties, "semel.chaos.broker", Broker.STANDALONE, faults);
    Receive receive = word(properties, "semel.chaos.receive", Receive.MANAGED, faults);
    Recovery recovery = word(properties, "semel.chaos.recovery", Recovery.CONFIGURED, faults);
    long fewest = servers.fewest();
    long nodes = number(properties, "semel.chaos.nodes", fewest, new long[] {fewest, 4}, faults);
    Stage stage = new Stage(servers, broker, receive, recovery, (int) nodes);
    faults.addAll(contradictions(stage));
    List<String> windows = windows(properties, faults);
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", faults));
    }
    return new Options((int) kills, seed, (int) messages, windows, stage);
  }

  private static List<String> contradictions(Stage stage) {
    List<String> faults = new ArrayList<>();
    if (stage.nodes() > 1 && stage.broker() == Broker.EMBEDDED) {
      faults.add("semel.chaos.nodes=" + stage.nodes() + " needs semel.chaos.broker=standalone");
    }
    if (stage.servers() != Servers.WILDFLY && stage.broker() == Broker.EMBEDDED) {
      faults.add("semel.chaos.broker=embedded needs semel.chaos.server=wildfly");
    }
    if (stage.servers() != Servers.WILDFLY && stage.recovery() == Recovery.DEFAULTS) {
      faults.add("semel.chaos.recovery=defaults needs semel.chaos.server=wildfly");
    }
    return faults;
  }

  private static List<String> windows(Properties properties, List<String> faults) {
    String key = "semel.chaos.windows";
    String text = properties.getProperty(key, String.join(",", Plan.COMMIT));
    List<String> windows = List.of(text.split(",", -1));
    if (!ALL_WINDOWS.containsAll(windows)) {
      faults.add(key + "=" + text + " is not a list of some of " + ALL_WINDOWS);
    }
    return windows;
  }

  private static <E extends Enum<E>> E word(
      Properties properties, String key, E otherwise, List<String> faults) {
    String text = properties.getProperty(key, otherwise.name());
    for (E one : otherwise.getDeclaringClass().getEnumConstants()) {
      if (one.name().equalsIgnoreCase(text)) {
        return one;
      }
    }
    faults.add(key + "=" + text + " is none of those that there are");
    return otherwise;
  }

  private static long number(
      Properties properties, String key, long otherwise, long[] range, List<String> faults) {
    String text = properties.getProperty(key, String.valueOf(otherwise));
    try {
      long number = Long.parseLong(text);
      if (number >= range[0] && number <= range[1]) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below, with the range
    }
    faults.add(key + "=" + text + " is not a number from " + range[0] + " to " + range[1]);
    return otherwise;
  }
}
