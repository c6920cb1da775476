// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.util.List;

/**
 * One way to receive, over one load.
 *
 * @param name as it stands in the results
 * @param receiver route to start; {@link #BEAN} is no route
 * @param load what it receives
 * @param turn how often it is measured
 */
record Variant(String name, String receiver, Load load, Turn turn) {

  static final String BEAN = "BareBean";

  /** In which rounds. */
  enum Turn {
    /** Needed for a target: in each. */
    EVERY,
    /** For the picture: in the second one alone, unless the run is a full one. */
    SECOND
  }

  /**
   * What makes a cell of a few seconds.
   *
   * @param messages how many different ones
   * @param duplicates of a hundred
   * @param poison of ten thousand; these fail at each attempt
   */
  record Load(int messages, int duplicates, int poison) {

    Load scaled(double share) {
      return new Load((int) (messages * share), duplicates, poison);
    }

    int poisonous() {
      return (int) ((long) messages * poison / 10_000);
    }

    int effects() {
      return messages - poisonous();
    }
  }

  static final List<Variant> ALL =
      List.of(
          every("stock", "stock", 2_000),
          second("stock_tuned", "stock_tuned", 3_000, 0, 0),
          every("mdb", BEAN, 5_000),
          every("xa1_direct", "direct1", 5_000),
          second("xa1_direct_30dup", "direct1", 4_000, 30, 0),
          second("xa1_managed", "managed1", 4_000, 0, 0),
          every("xa10_direct", "direct10", 15_000),
          second("xa10_managed", "managed10", 12_000, 0, 0),
          every("xa50_direct", "direct50", 40_000),
          every("natural50_direct", "natural50", 40_000),
          second("xa50_direct_30dup", "direct50", 30_000, 30, 0),
          every("xa50_managed", "managed50", 25_000),
          second("xa50_managed_30dup", "managed50", 25_000, 30, 0),
          second("xa50_direct_poison_0_01pct", "direct50", 40_000, 0, 1),
          every("xa50_direct_poison_0_1pct", "direct50", 40_000, 10),
          second("ack1", "ack1", 6_000, 0, 0),
          every("ack50", "ack50", 40_000),
          second("ack50_30dup", "ack50", 30_000, 30, 0),
          every("hot1", "hot1", 5_000),
          every("hot50", "hot50", 5_000),
          every("aside1", "aside1", 5_000),
          every("aside50", "aside50", 5_000),
          slow("slow1"),
          slow("slow50"),
          second("xa200_direct", "direct200", 40_000, 0, 0),
          second("xa200_managed", "managed200", 30_000, 0, 0));

  static Variant named(String name) {
    return ALL.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  /** Whether it is measured in this round, counted from 1. */
  boolean runsIn(int round, boolean full) {
    return full || turn == Turn.EVERY || round == 2;
  }

  private static Variant every(String name, String receiver, int messages) {
    return every(name, receiver, messages, 0);
  }

  private static Variant every(String name, String receiver, int messages, int poison) {
    return new Variant(name, receiver, new Load(messages, 0, poison), Turn.EVERY);
  }

  private static Variant slow(String name) {
    return new Variant(name, name, new Load(1_000, 30, 0), Turn.EVERY);
  }

  private static Variant second(
      String name, String receiver, int messages, int duplicates, int poison) {
    return new Variant(name, receiver, new Load(messages, duplicates, poison), Turn.SECOND);
  }
}
