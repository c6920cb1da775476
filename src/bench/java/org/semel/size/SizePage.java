// SPDX-License-Identifier: Apache-2.0
package org.semel.size;

import java.util.Locale;

/** The page of a run. */
final class SizePage {

  private static final double MOST = 1.5;

  private final long small;
  private final long large;
  private final int batches;
  private final StringBuilder settings = new StringBuilder();
  private final StringBuilder rows = new StringBuilder();
  private String compressed = "";
  private String day = "";
  private String beside = "";

  SizePage(long small, long large, int batches) {
    this.small = small;
    this.large = large;
    this.batches = batches;
  }

  void setting(String name, String value) {
    settings.append(", ").append(name).append(' ').append(value);
  }

  void row(Kind kind, long identities, Cost cost, Cost base) {
    boolean first = identities == small;
    rows.append(
        text(
            "| %s | %,d | %.1f ms | %s | %s | %s | %s |%n",
            kind.title,
            identities,
            cost.times().p50(),
            text("%.1f ms", cost.times().p99())
                + (first ? "" : ratio(cost.times().p99() / base.times().p99())),
            log(cost.often()) + (first ? "" : ratio(cost.often().all() / base.often().all())),
            first ? "" : log(cost.seldom()) + ratio(cost.seldom().all() / base.often().all()),
            first ? "" : log(cost.rarely()) + ratio(cost.rarely().all() / base.often().all())));
  }

  void compressed(Log log) {
    compressed = log(log);
  }

  void day(double millis) {
    day = text("%.0f ms (%s)", millis, millis <= 1000 ? "reached" : "**missed**");
  }

  void beside(Cleanup.Rates rates) {
    beside =
        text(
            "| %,.0f (%,.0f to %,.0f) | %,.0f (%,.0f to %,.0f) | %.2f | %,d |",
            rates.alone().median(),
            rates.alone().least(),
            rates.alone().most(),
            rates.beside().median(),
            rates.beside().least(),
            rates.beside().most(),
            rates.beside().median() / rates.alone().median(),
            rates.forgotten());
  }

  String markdown() {
    return SizeText.PAGE
        .replace("{small}", text("%,d", small))
        .replace("{large}", text("%,d", large))
        .replace("{batches}", text("%,d", batches))
        .replace("{often}", text("%,d", Cost.OFTEN))
        .replace("{seldom}", text("%,d", Cost.SELDOM))
        .replace("{rarely}", text("%,d", Cost.RARELY))
        .replace("{settings}", settings)
        .replace("{rows}", rows)
        .replace("{compressed}", compressed)
        .replace("{identities}", text("%,d", large / 10))
        .replace("{day}", day)
        .replace("{beside}", beside);
  }

  private static String log(Log log) {
    return text("%,.0f + %,.0f B", log.rows(), log.pages());
  }

  private static String ratio(double times) {
    return text(times > MOST ? ", **%.2f**" : ", %.2f", times);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
