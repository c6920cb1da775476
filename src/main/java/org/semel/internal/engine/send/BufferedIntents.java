// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Identity;

/**
 * Buffers the intents of a transaction and writes them together: when the caller flushes, otherwise
 * just before the commit; what others record later still, as the transaction commits, at once.
 * Wakes the relays of their destinations once the transaction has committed; never inside it:
 * PostgreSQL cannot prepare a transaction that has run {@code NOTIFY}, and a relay that is woken
 * early finds nothing. Leaves out what a replay suppresses.
 *
 * @see <a href="https://www.postgresql.org/docs/17/sql-prepare-transaction.html">PREPARE
 *     TRANSACTION, notes</a>
 */
public final class BufferedIntents implements Intents {

  /** Leaves every intent out, on purpose: no one asks which bytes it would have had. */
  public static final Predicate<Intent> EVERY = intent -> true;

  private static final ThreadLocal<@Nullable Suppression> SUPPRESSION = new ThreadLocal<>();

  private final IntentStore store;
  private final Transactions transactions;
  private final WakeUps wakeUps;
  private final Predicate<String> once;
  private final Function<Collection<Identity>, Set<Identity>> forgotten;
  private final Consumer<Intent> differs;

  /** For consumers that all remember what took effect, and relays that poll. */
  public BufferedIntents(IntentStore store, Transactions transactions) {
    this(store, transactions, new WakeUps());
  }

  /** For consumers that all remember what took effect. */
  public BufferedIntents(IntentStore store, Transactions transactions, WakeUps wakeUps) {
    this(store, transactions, wakeUps, consumer -> true, causes -> Set.of(), intent -> {});
  }

  /**
   * A buffer in front of {@code store}.
   *
   * @param wakeUps wake the relays
   * @param once whether the consumer of this name handles each message once; an intent of any other
   *     may be there already, and is then the same
   * @param forgotten those of some causes that were stored before, and whose intents may be there:
   *     a person has had their effect forgotten, or has handed them in again; asked once before a
   *     transaction's intents are written
   * @param differs notified of an intent that was there with other bytes or headers, once the
   *     transaction that would have recorded it, or has left it out, has committed
   */
  public BufferedIntents(
      IntentStore store,
      Transactions transactions,
      WakeUps wakeUps,
      Predicate<String> once,
      Function<Collection<Identity>, Set<Identity>> forgotten,
      Consumer<Intent> differs) {
    this.store = store;
    this.transactions = transactions;
    this.wakeUps = wakeUps;
    this.once = once;
    this.forgotten = forgotten;
    this.differs = differs;
  }

  /**
   * The result of an act under {@link #suppressing}.
   *
   * @param suppressed how many intents it would have recorded otherwise
   */
  public record Suppressed<T>(T value, int suppressed) {}

  /**
   * Runs {@code act} on the calling thread, which is that of its transaction: intents that {@code
   * unwanted} accepts are not recorded, but counted.
   */
  public static <T> Suppressed<T> suppressing(Predicate<Intent> unwanted, Supplier<T> act) {
    Suppression suppression = new Suppression(unwanted);
    Suppression outer = SUPPRESSION.get();
    SUPPRESSION.set(suppression);
    try {
      return new Suppressed<>(act.get(), suppression.count());
    } finally {
      SUPPRESSION.set(outer);
    }
  }

  @Override
  public void record(Intent intent) {
    Suppression suppression = SUPPRESSION.get();
    if (suppression == null || !suppression.covers(intent)) {
      transactions.requireActive("record an intent for " + intent.address().destination());
      buffer(intent);
    } else if (!suppression.isOf(EVERY)) {
      Buffer buffer = joined();
      buffer.leftOut.add(intent);
      writeIfLate(buffer);
    }
  }

  private void buffer(Intent intent) {
    Buffer buffer = joined();
    buffer.destinations.add(intent.address().destination());
    buffer.intents.add(intent);
    buffer.repeats = buffer.repeats || !once.test(intent.cause().consumer());
    writeIfLate(buffer);
  }

  /** Writes the buffer if the commit has begun, as nothing else would write it any more. */
  private void writeIfLate(Buffer buffer) {
    if (buffer.commits) {
      write(buffer);
    }
  }

  /** The transaction's buffer, which takes part in its end. */
  private Buffer joined() {
    Buffer buffer = buffer();
    if (!buffer.joined) {
      transactions.beforeCommit(() -> writeLast(buffer));
      transactions.afterCommit(() -> committed(buffer));
      buffer.joined = true;
    }
    return buffer;
  }

  @Override
  public void flush() {
    if (transactions.present()) {
      write(buffer());
    }
  }

  private Buffer buffer() {
    return transactions.bound(this, Buffer.class, Buffer::new);
  }

  private void writeLast(Buffer buffer) {
    buffer.commits = true;
    write(buffer);
  }

  private void write(Buffer buffer) {
    if (!buffer.leftOut.isEmpty()) {
      buffer.differing.addAll(store.differing(buffer.leftOut));
      buffer.leftOut.clear();
    }
    if (!buffer.intents.isEmpty()) {
      if (buffer.repeats) {
        buffer.differing.addAll(store.insertUnlessThere(buffer.intents));
      } else {
        writeOnce(buffer);
      }
      buffer.intents.clear();
    }
  }

  /**
   * Writes intents that must be new. One that is there already is a fault, unless a person has let
   * its message take effect again.
   */
  private void writeOnce(Buffer buffer) {
    Set<Identity> again =
        forgotten.apply(buffer.intents.stream().map(Intent::cause).distinct().toList());
    List<Intent> repeated =
        buffer.intents.stream().filter(intent -> again.contains(intent.cause())).toList();
    buffer.intents.removeIf(intent -> again.contains(intent.cause()));
    if (!buffer.intents.isEmpty()) {
      store.insert(List.copyOf(buffer.intents));
    }
    if (!repeated.isEmpty()) {
      buffer.differing.addAll(store.insertUnlessThere(repeated));
    }
  }

  private void committed(Buffer buffer) {
    buffer.destinations.forEach(destination -> wakeUps.of(destination).signal());
    buffer.differing.forEach(differs);
  }

  /** The intents that one transaction has recorded, and of that what is not written yet. */
  private static final class Buffer {
    private final List<Intent> intents = new ArrayList<>();
    private final List<Intent> leftOut = new ArrayList<>();
    private final List<Intent> differing = new ArrayList<>();
    private final Set<Destination> destinations = new HashSet<>();
    private boolean repeats;
    private boolean joined;
    private boolean commits;
  }
}
