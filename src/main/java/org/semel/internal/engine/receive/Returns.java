// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.semel.message.Identity;
import org.semel.message.Message;

/**
 * The watch on messages of a consumer that come again though their receipt has committed. A lost
 * acknowledgement brings a message back once, seldom twice. A queue that keeps what was
 * acknowledged brings all its messages back for as long as the consumer receives.
 *
 * <p>It knows a message by the broker's id and its identity; one without an id is not watched. It
 * remembers the newest messages, and one message in many for longer, so that it sees the returns of
 * a long queue too. Safe for any thread.
 */
public final class Returns {

  /** The number of returns of one message that show that its queue keeps it. */
  static final int TOLERATED = 3;

  /** The time for which a queue counts as one that keeps, after the last return that was seen. */
  static final Duration SPAN = Duration.ofMinutes(10);

  private static final int REMEMBERED = 1_000;
  private static final int SAMPLED = 256;
  private static final int SPREAD = 0x9E3779B9;

  private final LongSupplier nanos;
  private final Consumer<Message> listener;
  private final Map<Returning, Integer> newest = new Newest();
  private final Map<Returning, Integer> sample = new Newest();
  private OptionalLong seen = OptionalLong.empty();
  private boolean told;

  /**
   * Nothing yet.
   *
   * @param nanos a clock that never runs backwards
   * @param listener hears of the first message of all that comes again too often, on the thread
   *     that has received it; at most once
   */
  public Returns(LongSupplier nanos, Consumer<Message> listener) {
    this.nanos = nanos;
    this.listener = listener;
  }

  /** A watch that reports to no listener. */
  static Returns unheard() {
    return new Returns(System::nanoTime, message -> {});
  }

  /** Whether the queue keeps its messages, as far as has been seen lately. */
  public synchronized boolean areEndless() {
    return seen.isPresent() && nanos.getAsLong() - seen.getAsLong() < SPAN.toNanos();
  }

  /** The transaction of these receipts has committed. */
  public void committed(List<Receipt> receipts) {
    firstOfAll(receipts).ifPresent(listener);
  }

  private synchronized Optional<Message> firstOfAll(List<Receipt> receipts) {
    Optional<Message> first = Optional.empty();
    for (Receipt receipt : receipts) {
      if (returns(receipt) >= TOLERATED) {
        seen = OptionalLong.of(nanos.getAsLong());
        if (!told) {
          told = true;
          first = Optional.of(receipt.message());
        }
      }
    }
    return first;
  }

  private int returns(Receipt receipt) {
    Returning one = Returning.of(receipt);
    if (one.id().isBlank()) {
      return 0;
    }
    int returns = newest.merge(one, 0, (before, none) -> before + 1);
    return one.isSampled()
        ? Math.max(returns, sample.merge(one, 0, (before, none) -> before + 1))
        : returns;
  }

  /** A producer may give one id to several messages. */
  private record Returning(String id, Optional<Identity> identity) {

    static Returning of(Receipt receipt) {
      Optional<Identity> identity =
          receipt.fold(
              Optional::of, Optional::of, Optional::of, parked -> parked.evidence().identity());
      return new Returning(receipt.message().origin().messageId(), identity);
    }

    /** Ids that are counted up have hashes that hang together; their product does not. */
    boolean isSampled() {
      return Integer.remainderUnsigned((hashCode() * SPREAD) >>> 16, SAMPLED) == 0;
    }
  }

  /** Forgets what was seen longest ago. */
  private static final class Newest extends LinkedHashMap<Returning, Integer> {
    private static final long serialVersionUID = 1;

    Newest() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Returning, Integer> eldest) {
      return size() > REMEMBERED;
    }
  }
}
