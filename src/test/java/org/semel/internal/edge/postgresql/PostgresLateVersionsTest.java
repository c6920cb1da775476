// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.ordered.VersionTable;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.rows.Versions.Advance;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.internal.engine.receive.rows.Versions.Reached;
import org.semel.internal.engine.receive.rows.Versions.Run;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;
import org.semel.message.Messages;
import org.semel.small.SmallServer;

/** As {@code PostgresLateIntentsTest}, for versions that waited. */
class PostgresLateVersionsTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final Fingerprint FINGERPRINT = FingerprintProfile.EXACT.of(Messages.text("x"));

  private final SmallServer server = SmallServer.shared();
  private final String consumer = "l-" + UUID.randomUUID();
  private final Identity aggregate = new Identity(consumer, "a");
  private final AtomicLong now = new AtomicLong();
  private volatile long step;
  private final VersionTable versions =
      new VersionTable(server.jdbc(), Duration.ofSeconds(2), () -> now.getAndAdd(step));

  @Test
  void whatBecomesVisibleAnHourAfterItsTurnHasComeIsFoundInFiveMinutes() {
    everythingIsDear();
    becomeReady();
    age("1 hour");
    assertThat(due()).isEmpty();
    now.addAndGet(Watermark.AT_LEAST_EACH.toNanos());
    assertThat(due()).hasSize(1);
  }

  @Test
  void whatBecomesVisibleALittleAfterItsTurnHasComeIsFoundAtOnce() {
    everythingIsDear();
    becomeReady();
    age("500 milliseconds");
    assertThat(due()).hasSize(1);
  }

  private void becomeReady() {
    commit(
        () -> {
          Reached reached = versions.lock(Map.of(aggregate, 0L)).get(aggregate);
          Offer offer = new Offer(new Identity(consumer, "m"), FINGERPRINT);
          versions.hold(
              List.of(new HeldMessage(new Place(aggregate, 2), offer, Messages.text("x"))));
          versions.advance(List.of(new Advance(aggregate, reached.with(1, FINGERPRINT), 0)));
          return reached;
        });
  }

  /** From now on no look goes back by more than a second, until the clock is moved. */
  private void everythingIsDear() {
    step = Duration.ofSeconds(20).toNanos();
    for (int i = 0; i < 3; i++) {
      assertThat(due()).isEmpty();
    }
    step = 0;
  }

  private List<Run> due() {
    return commit(() -> versions.due(consumer, 10));
  }

  private void age(String by) {
    server
        .postgres()
        .execute(
            "UPDATE semel_version SET since = clock_timestamp() - interval '%s' WHERE consumer = '%s'"
                .formatted(by, consumer));
  }

  private <T> T commit(Supplier<T> act) {
    var completion = server.transactions().inNew(TIMEOUT, () -> Decision.commit(act.get()));
    return ((Committed<T>) completion).value();
  }
}
