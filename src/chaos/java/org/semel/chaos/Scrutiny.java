// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.semel.chaos.Ledger.Entry;
import org.semel.chaos.Options.Recovery;

/**
 * Whether a campaign has put to the test what it says: that it hit where it aimed, that what came
 * twice came twice, and that recovery came soon. A verdict without faults is worth nothing
 * otherwise.
 */
final class Scrutiny {

  /** Of a recovery, for each kill that it lives through; short campaigns only say what it was. */
  static final Duration BOUND = Duration.ofSeconds(60);

  private static final int LONG = 50;
  private static final int MANY = 10;

  private Scrutiny() {}

  /**
   * What has happened.
   *
   * @param failed lines of attempts that were counted
   */
  record Course(Options options, Coverage coverage, Recoveries recoveries, List<String> failed) {}

  static List<String> faults(Course course, Map<String, Entry> ledger, long deliveries) {
    List<String> faults = new ArrayList<>();
    aims(faults, course.coverage().aimed(), course.coverage().missed());
    duplicates(faults, ledger, deliveries);
    if (isLong(course.options()) && course.recoveries().slowest().compareTo(BOUND) > 0) {
      faults.add("a recovery took %s s".formatted(course.recoveries().longest()));
    }
    if (!course.failed().isEmpty()) {
      faults.add(
          "%d failed attempts counted, the first: %s"
              .formatted(course.failed().size(), course.failed().get(0)));
    }
    return faults;
  }

  /** One of five may miss; of few, every second one. */
  private static void aims(List<String> faults, int aimed, int missed) {
    if (missed * (aimed < MANY ? 2 : 5) > aimed) {
      faults.add("%d of %d aimed kills missed".formatted(missed, aimed));
    }
  }

  private static void duplicates(List<String> faults, Map<String, Entry> ledger, long deliveries) {
    long sends = ledger.values().stream().mapToLong(Entry::ok).sum();
    if (deliveries < sends) {
      faults.add("%d deliveries of %d confirmed sends".formatted(deliveries, sends));
    }
    long twice = ledger.values().stream().filter(entry -> entry.ok() > 1).count();
    if (twice < fewest(ledger.size())) {
      faults.add("only %d of %d were sent twice".formatted(twice, ledger.size()));
    }
  }

  /** Thirty of a hundred are drawn: a quarter is far off, and of few four standard deviations. */
  private static double fewest(int messages) {
    double share = Sender.DUPLICATES / 100.0;
    double deviation = Math.sqrt(share * (1 - share) / Math.max(1, messages));
    return messages * Math.min(0.25, share - 4 * deviation);
  }

  private static boolean isLong(Options options) {
    return options.kills() >= LONG && options.stage().recovery() == Recovery.CONFIGURED;
  }
}
