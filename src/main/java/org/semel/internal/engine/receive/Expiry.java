// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.message.Message;
import org.semel.message.ParkingReason;

/**
 * Checks whether a message's time to live has passed when its turn comes: its producer's clock has
 * set it, the database's is held against it. The broker sees to it for as long as the message is
 * with the broker; this is for the time after. A message without one costs no question. Any thread.
 */
public final class Expiry {

  /**
   * The header with the expiry in milliseconds since 1970, as {@code Message.getJMSExpiration}
   * gives it.
   */
  private static final String HEADER = "JMSExpiration";

  private static final Expiry IGNORED = new Expiry(() -> Instant.MIN);

  private final Supplier<Instant> now;

  private Expiry(Supplier<Instant> now) {
    this.now = now;
  }

  /** The expiry for consumers that handle a message however late it is. */
  public static Expiry ignored() {
    return IGNORED;
  }

  /**
   * The expiry by the clock of the database.
   *
   * @param now asked in the caller's transaction
   */
  public static Expiry by(Supplier<Instant> now) {
    return new Expiry(now);
  }

  /** Whether a message is handled however late. */
  boolean isIgnored() {
    return this == IGNORED;
  }

  /** The caller has claimed it. */
  static Receipt parked(String consumer, IdentifiedMessage one, Verdict verdict) {
    return new Receipt.Parked(
        new ParkedMessage(
            consumer, one.message(), verdict, IdentityEvidence.of(one.offer()).holdingClaim()));
  }

  /**
   * The same for one transaction, on one thread: the database is asked once, and the time from then
   * on is measured here.
   */
  public Expiry askedOnce() {
    return this == IGNORED ? this : new Expiry(new Advancing(now));
  }

  private static final class Advancing implements Supplier<Instant> {

    private final Supplier<Instant> now;
    private @Nullable Instant asked;
    private long at;

    Advancing(Supplier<Instant> now) {
      this.now = now;
    }

    @Override
    public Instant get() {
      if (asked == null) {
        asked = now.get();
        at = System.nanoTime();
      }
      return asked.plusNanos(System.nanoTime() - at);
    }
  }

  /** Whether it can expire at all. */
  static boolean hasEnd(Message message) {
    return message.headers().find(HEADER).isPresent();
  }

  /** The verdict on a message that has expired; empty if {@code message} is still handled. */
  public Optional<Verdict> verdict(Message message) {
    return message
        .headers()
        .find(HEADER)
        .filter(Number.class::isInstance)
        .map(end -> Instant.ofEpochMilli(((Number) end).longValue()))
        .filter(end -> now.get().isAfter(end))
        .map(end -> new Verdict(ParkingReason.EXPIRED, "its time to live ended at " + end));
  }
}
