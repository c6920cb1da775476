// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.KeyExposure;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.Settlement.FailureOf;

/**
 * A settlement, column by column of {@code semel_intent}.
 *
 * @param lease the token that fences it
 * @param delay milliseconds from now until it is due
 * @param failed 1 for a delivery that failed by the intent's own fault, otherwise 0
 * @param failures all of them, this one included
 * @param uncertain whether it may have taken effect nevertheless
 * @param unseen whether the provider cannot have seen the key, neither now nor before
 */
record SettledRow(
    UUID key,
    long lease,
    String state,
    long delay,
    long failed,
    long failures,
    boolean uncertain,
    boolean unseen,
    @Nullable String reason,
    @Nullable String detail,
    @Nullable String reference) {

  static SettledRow of(SettledLease settled) {
    Settlement settlement = settled.settlement();
    if (settlement instanceof Settlement.Delivered delivered) {
      String reference = delivered.reference().map(ProviderReference::text).orElse(null);
      return row(settled.lease(), "delivered", null, null, reference);
    }
    if (settlement instanceof Settlement.Parked parked) {
      return row(settled.lease(), "parked", parked.reason().name(), parked.why(), null).counted();
    }
    if (settlement instanceof Settlement.RetryAt retry) {
      SettledRow again =
          row(settled.lease(), "pending", null, retry.why(), null)
              .later(settled.lease(), retry.delay(), retry.trace(), retry.key());
      return retry.blame() == FailureOf.INTENT ? again.counted() : again;
    }
    Settlement.NotBegun notBegun = (Settlement.NotBegun) settlement;
    return row(settled.lease(), "pending", null, null, null)
        .later(settled.lease(), notBegun.delay(), Trace.NONE, KeyExposure.NONE);
  }

  /** The row as it was before the lease, but for these columns. */
  private static SettledRow row(
      Lease lease,
      String state,
      @Nullable String reason,
      @Nullable String detail,
      @Nullable String reference) {
    UUID key = lease.intent().key();
    int failures = lease.history().failures();
    boolean before = lease.history().trace() == Trace.POSSIBLE;
    return new SettledRow(
        key, lease.token(), state, 0, 0, failures, before, false, reason, detail, reference);
  }

  private SettledRow counted() {
    return new SettledRow(
        key, lease, state, delay, 1, failures + 1, uncertain, unseen, reason, detail, reference);
  }

  private SettledRow later(Lease held, Duration wait, Trace left, KeyExposure now) {
    boolean before = uncertain || !held.history().keyAge().isZero();
    boolean possible = uncertain || left == Trace.POSSIBLE;
    boolean neverSeen = !before && now == KeyExposure.NONE;
    return new SettledRow(
        key,
        lease,
        state,
        wait.toMillis(),
        failed,
        failures,
        possible,
        neverSeen,
        reason,
        detail,
        reference);
  }
}
