// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.intent;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.semel.internal.intent.Lease.Trace;
import org.semel.internal.intent.ProviderReference;
import org.semel.internal.intent.SettledLease;
import org.semel.internal.intent.Settlement;
import org.semel.internal.intent.Settlement.FailureOf;

/**
 * A settlement, column by column of {@code semel_intent}.
 *
 * @param lease the token that fences it
 * @param delay milliseconds from now until it is due
 * @param failed 1 for a delivery that failed by the intent's own fault, otherwise 0
 * @param uncertain whether it may have taken effect nevertheless
 */
record SettledRow(
    UUID key,
    long lease,
    String state,
    long delay,
    long failed,
    boolean uncertain,
    @Nullable String reason,
    @Nullable String detail,
    @Nullable String reference) {

  static SettledRow of(SettledLease settled) {
    Settlement settlement = settled.settlement();
    UUID key = settled.lease().intent().key();
    long lease = settled.lease().token();
    boolean before = settled.lease().history().trace() == Trace.POSSIBLE;
    if (settlement instanceof Settlement.Delivered delivered) {
      String reference = delivered.reference().map(ProviderReference::text).orElse(null);
      return new SettledRow(key, lease, "delivered", 0, 0, before, null, null, reference);
    }
    if (settlement instanceof Settlement.Parked parked) {
      String reason = parked.reason().name();
      return new SettledRow(key, lease, "parked", 0, 1, before, reason, parked.why(), null);
    }
    if (settlement instanceof Settlement.RetryAt retry) {
      boolean uncertain = before || retry.trace() == Trace.POSSIBLE;
      long delay = retry.delay().toMillis();
      long failed = retry.blame() == FailureOf.INTENT ? 1 : 0;
      return new SettledRow(
          key, lease, "pending", delay, failed, uncertain, null, retry.why(), null);
    }
    Settlement.NotBegun notBegun = (Settlement.NotBegun) settlement;
    long delay = notBegun.delay().toMillis();
    return new SettledRow(key, lease, "pending", delay, 0, before, null, null, null);
  }
}
