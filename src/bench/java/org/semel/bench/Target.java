// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.util.List;

/**
 * A figure that we mean to reach.
 *
 * @param key as it stands in summary.json
 * @param bound whether more or less is better
 * @param limit what it should be
 * @param meaning in words, for the page
 */
record Target(String key, Bound bound, double limit, String meaning) {

  /** Which side of the limit is the good one. */
  enum Bound {
    AT_LEAST("at least"),
    AT_MOST("at most");

    final String words;

    Bound(String words) {
      this.words = words;
    }
  }

  /**
   * A target that compares two variants, round by round.
   *
   * @param of the variant above
   * @param to the variant below
   */
  record Ratio(Target target, String of, String to) {}

  static final Target CLAIM_PRICE =
      of("claim_price_n50", Bound.AT_MOST, 0.1, "share of the throughput that claiming takes");
  static final Target FORCED_WRITES =
      of(
          "forced_writes_per_message_n50",
          Bound.AT_MOST,
          0.12,
          "PostgreSQL's measured; one of the transaction log and two of the broker for each transaction counted");
  static final Target ROUND_TRIPS =
      of(
          "round_trips_per_message_n50",
          Bound.AT_MOST,
          0.1,
          "to the database, of a route without SQL of its own");
  static final Target LATENCY =
      of(
          "latency_p50_30pct_n50_over_n1",
          Bound.AT_MOST,
          1.05,
          "median, at 30 % of what N=1 can do");
  static final Target RELAY =
      of("relay_per_second", Bound.AT_LEAST, 3_000, "intents to a loopback HTTP stub");
  static final Target NEIGHBOUR =
      of(
          "relay_slow_neighbour_loss",
          Bound.AT_MOST,
          0.05,
          "share that a hanging destination costs another");
  static final Target LIBERTY =
      of(
          "liberty_over_wildfly_xa50_direct",
          Bound.AT_LEAST,
          0.6,
          "`xa50_direct` on Open Liberty over the same on WildFly");
  static final Target LIBERTY_OVER_MDB =
      of(
          "liberty_xa50_direct_over_mdb",
          Bound.AT_LEAST,
          8,
          "`xa50_direct` over `mdb`, both on Open Liberty");
  static final Target HEAP =
      of(
          "heap_1m_over_100k",
          Bound.AT_MOST,
          1.1,
          "heap in use after 1,000,000 messages, after 100,000 (`-Dsemel.bench=heap`)");

  /** In the order of the page. */
  static final List<Ratio> RATIOS =
      List.of(
          ratio("xa50_direct_over_stock", "xa50_direct", "stock", 20),
          ratio("xa50_direct_over_mdb", "xa50_direct", "mdb", 8),
          ratio("xa50_managed_over_stock", "xa50_managed", "stock", 10),
          ratio("xa1_direct_over_mdb", "xa1_direct", "mdb", 1),
          ratio("xa10_over_stock", "xa10_direct", "stock", 6),
          ratio("ack50_over_xa50", "ack50", "xa50_direct", 1.3),
          ratio("poison_0_1pct_over_none", "xa50_direct_poison_0_1pct", "xa50_direct", 0.65),
          ratio("hot_rows_50_over_1", "hot50", "hot1", 1),
          ratio("requires_new_50_over_1", "aside50", "aside1", 1),
          ratio("slow_30dup_50_over_1", "slow50", "slow1", 1));

  private static Ratio ratio(String key, String of, String to, double limit) {
    return new Ratio(
        new Target(key, Bound.AT_LEAST, limit, "`" + of + "` over `" + to + "`"), of, to);
  }

  private static Target of(String key, Bound bound, double limit, String meaning) {
    return new Target(key, bound, limit, meaning);
  }

  boolean reached(double value) {
    return bound == Bound.AT_LEAST ? value >= limit : value <= limit;
  }
}
