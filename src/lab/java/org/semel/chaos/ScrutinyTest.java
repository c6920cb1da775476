// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.semel.chaos.Facts.Doubts;
import org.semel.chaos.Ledger.Entry;
import org.semel.chaos.Strike.Moment.InWindow;
import org.semel.chaos.Strike.Target;

/** A campaign that has tested nothing must say so. */
class ScrutinyTest {

  private final Coverage coverage = new Coverage();
  private final Recoveries recoveries = new Recoveries();
  private List<String> failed = List.of();

  @Test
  void ofManyAimedKillsOneOfFiveMayMissAndOfFewEverySecond() {
    aim(1, 1);
    assertThat(faults(10, 30, 130)).isEmpty();
    aim(0, 1);
    assertThat(faults(10, 30, 130)).containsExactly("2 of 3 aimed kills missed");
    aim(7, 0);
    assertThat(faults(10, 30, 130)).isEmpty();
    aim(3, 1);
    assertThat(faults(10, 30, 130)).containsExactly("3 of 14 aimed kills missed");
  }

  @Test
  void inALongCampaignRecoveryHasAMinuteForEachKill() {
    recoveries.add(Duration.ofSeconds(110), 2);
    assertThat(faults(50, 30, 130)).isEmpty();
    recoveries.add(Duration.ofSeconds(61), 1);
    assertThat(faults(49, 30, 130)).isEmpty();
    assertThat(faults(50, 30, 130)).containsExactly("a recovery took 110.0 s");
  }

  @Test
  void duplicatesAreSentAndAreDelivered() {
    assertThat(faults(10, 30, 129)).containsExactly("129 deliveries of 130 confirmed sends");
    assertThat(faults(10, 10, 130)).containsExactly("only 10 of 100 were sent twice");
  }

  @Test
  void nobodyIsBlamed() {
    failed = List.of("SEMEL-0301 ...");
    assertThat(faults(10, 30, 130))
        .containsExactly("1 failed attempts counted, the first: SEMEL-0301 ...");
  }

  @Test
  void aRecoveryIsCountedFromTheRestartAfterTheKillThatMadeItNecessary() {
    Unsettled unsettled = new Unsettled();
    Instant start = Instant.EPOCH;
    Doubts first = new Doubts(Set.of("a"), Set.of(), Set.of());
    Doubts both = new Doubts(Set.of("a", "b"), Set.of(), Set.of());
    unsettled.add(strike(1), first, start);
    assertThat(unsettled.isAmong(Doubts.NONE)).isFalse();
    assertThat(unsettled.isAmong(both)).isTrue();
    unsettled.add(strike(2), both, start.plusSeconds(10));
    assertThat(unsettled.ended(first, strike(2), start.plusSeconds(15)))
        .containsExactly(new Unsettled.Ended(strike(2), Duration.ofSeconds(5), 1));
    assertThat(unsettled.ended(Doubts.NONE, strike(2), start.plusSeconds(20)))
        .containsExactly(new Unsettled.Ended(strike(1), Duration.ofSeconds(20), 2));
    assertThat(unsettled.isEmpty()).isTrue();
  }

  private void aim(int hit, int missed) {
    for (int i = 0; i < hit + missed; i++) {
      coverage.add(strike(i), i < hit, false, Doubts.NONE);
    }
  }

  private static Strike strike(int number) {
    return new Strike(number, Target.SERVER, 0, new InWindow("X8", 0), false);
  }

  /** A hundred messages, so many of them twice. */
  private List<String> faults(int kills, int twice, long deliveries) {
    Map<String, Entry> ledger = new HashMap<>();
    for (int i = 0; i < 100; i++) {
      ledger.put("k" + i, new Entry(1, i < twice ? 2 : 1, 0));
    }
    Properties properties = new Properties();
    properties.put("semel.chaos.kills", String.valueOf(kills));
    Scrutiny.Course course =
        new Scrutiny.Course(Options.of(properties), coverage, recoveries, failed);
    return Scrutiny.faults(course, ledger, deliveries);
  }
}
