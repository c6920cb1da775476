// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Random;

/**
 * What the command line asks for.
 *
 * @param kills how many, 1 to 1,000
 * @param seed of plan and work
 * @param messages different ones, 100 to 1,000,000
 */
record Options(int kills, long seed, int messages, Stage stage) {

  /**
   * On what it is played.
   *
   * @param broker where it runs
   * @param receive how the consumer receives
   * @param recovery how often the server looks for what is in doubt
   * @param nodes how many servers share queue and database, 1 to 4; a broker inside is for one only
   */
  record Stage(Broker broker, Receive receive, Recovery recovery, int nodes) {}

  /** How often the server looks for what is in doubt. */
  enum Recovery {
    /** As {@code configure.cli} has it: every 5 s. */
    CONFIGURED(Duration.ofMinutes(2)),
    /** As the server has it by itself: every 120 s, and what was never decided is seen twice. */
    DEFAULTS(Duration.ofMinutes(6));

    private final Duration patience;

    Recovery(Duration patience) {
      this.patience = patience;
    }

    /** How long somebody waits for it who has other things to do. */
    Duration patience() {
      return patience;
    }
  }

  /** How the consumer receives. */
  enum Receive {
    /** Through the server's pooled factory. */
    MANAGED,
    /** Through long-lived sessions; a log record may stay for ever then (docs/guarantees.md). */
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
    Broker broker = word(properties, "semel.chaos.broker", Broker.STANDALONE, faults);
    Receive receive = word(properties, "semel.chaos.receive", Receive.MANAGED, faults);
    Recovery recovery = word(properties, "semel.chaos.recovery", Recovery.CONFIGURED, faults);
    long nodes = number(properties, "semel.chaos.nodes", 1, new long[] {1, 4}, faults);
    if (nodes > 1 && broker == Broker.EMBEDDED) {
      faults.add("semel.chaos.nodes=" + nodes + " needs semel.chaos.broker=standalone");
    }
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", faults));
    }
    Stage stage = new Stage(broker, receive, recovery, (int) nodes);
    return new Options((int) kills, seed, (int) messages, stage);
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
