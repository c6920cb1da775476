// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.send.BufferedIntents;
import org.semel.internal.engine.send.Intent;
import org.semel.message.Message;
import org.semel.message.Origin;

/**
 * Hands stored messages to their consumers again, as if they had just come. Knows the consumers of
 * this application that have proven their transactions and are not stopped. Safe for any thread.
 */
public final class Replayer {

  /**
   * A message that is handed in again.
   *
   * @param held whether it has held the claim of its identity until now, so that no copy of it can
   *     have taken effect, however old it has become
   */
  public record HandedIn(String consumer, Message message, boolean held) {

    /** A message of which it is not known that it has held its claim. */
    public HandedIn(String consumer, Message message) {
      this(consumer, message, false);
    }
  }

  /**
   * The result of a replay.
   *
   * @param suppressed intents that were unwanted
   */
  public record Replayed(Receipt receipt, int suppressed) {}

  /** It does not run in this application, or has just been stopped. */
  public static final class ConsumerClosed extends IllegalStateException {
    private static final long serialVersionUID = 1L;
    private final String consumer;

    ConsumerClosed(String consumer) {
      super("consumer " + consumer + " does not run here");
      this.consumer = consumer;
    }

    /** The name of the consumer that is closed. */
    public String consumer() {
      return consumer;
    }
  }

  /**
   * A message that a person handed in again took effect, or is stored and takes effect later.
   * Reported on the thread of the act, once its transaction has committed.
   *
   * @param occasion whether that is its first effect
   * @param suppressed intents that were not recorded
   */
  public record ReplayedEffect(
      String consumer, Message message, Occasion occasion, int suppressed) {}

  private final Map<String, Receiver> open = new ConcurrentHashMap<>();
  private final Consumer<Runnable> afterCommit;
  private final Observer<ReplayedEffect> observer;

  /** Tells no one. */
  public Replayer() {
    this(told -> {}, event -> {});
  }

  /**
   * Tells of what took effect.
   *
   * @param afterCommit runs an act once the caller's transaction has committed
   */
  public Replayer(Consumer<Runnable> afterCommit, Observer<ReplayedEffect> observer) {
    this.afterCommit = afterCommit;
    this.observer = observer;
  }

  /** From now on messages can be handed to the consumer that {@code receiver} serves. */
  public void open(Receiver receiver) {
    open.put(receiver.consumer(), receiver);
  }

  /**
   * From now on messages cannot be handed to that consumer; nothing happens if another receiver has
   * taken over.
   */
  public void close(Receiver receiver) {
    open.remove(receiver.consumer(), receiver);
  }

  /**
   * The longest time that a transaction of this consumer may last; empty if the consumer does not
   * run in this application.
   */
  public Optional<Duration> timeout(String consumer) {
    return Optional.ofNullable(open.get(consumer)).map(Receiver::timeout);
  }

  /** The consumers to which messages can be handed. */
  public Set<String> consumers() {
    return Set.copyOf(open.keySet());
  }

  /**
   * The offer that the claim store would get for {@code message}; empty if it has no identity.
   *
   * @throws ConsumerClosed if the consumer does not run in this application
   */
  public Optional<Offer> offer(String consumer, Message message) {
    return receiver(consumer).offer(message);
  }

  /**
   * The receipt that {@code one} would get now, if its route did not fail. Does all that a replay
   * does in the caller's transaction, which must roll back; calls no route.
   *
   * @throws RivalInFlight if another transaction holds the identity
   * @throws ConsumerClosed if the consumer does not run in this application
   */
  public Receipt foresee(HandedIn one) {
    Receiver rehearsed = receiver(one).rehearsed();
    return Occasion.RELEASE.during(() -> rehearsed.receive(List.of(anew(one.message())))).get(0);
  }

  /**
   * Hands {@code one} to its consumer in the caller's transaction, on its thread: identity, headers
   * and body as they are, deliveries counted anew. The result holds if the caller commits. On
   * anything but an effect or an absorbed duplicate the caller should roll back, as the message
   * would be parked once more.
   *
   * @param occasion what the route is told
   * @param unwanted intents that are not recorded, but counted
   * @throws HandlingFailed if the route failed
   * @throws RivalInFlight if another transaction holds the identity
   * @throws ConsumerClosed if the consumer does not run in this application
   */
  public Replayed replay(HandedIn one, Occasion occasion, Predicate<Intent> unwanted) {
    Receiver receiver = receiver(one);
    BufferedIntents.Suppressed<List<Receipt>> result =
        BufferedIntents.suppressing(
            unwanted, () -> occasion.during(() -> receiver.receive(List.of(anew(one.message())))));
    Receipt receipt = result.value().get(0);
    if (receipt instanceof Receipt.Processed || receipt instanceof Receipt.Deferred) {
      afterCommit.accept(
          () ->
              observer.on(
                  new ReplayedEffect(
                      one.consumer(), one.message(), occasion, result.suppressed())));
    }
    return new Replayed(receipt, result.suppressed());
  }

  /** The message as if it had just come. */
  private static Arrival anew(Message message) {
    Origin origin = message.origin();
    Origin anew = new Origin(origin.destination(), origin.messageId(), 1);
    return new Arrival.Copied(new Message(message.headers(), message.body(), anew));
  }

  private Receiver receiver(HandedIn one) {
    Receiver receiver = receiver(one.consumer());
    return one.held() ? receiver.ageless() : receiver;
  }

  private Receiver receiver(String consumer) {
    Receiver receiver = open.get(consumer);
    if (receiver == null) {
      throw new ConsumerClosed(consumer);
    }
    return receiver;
  }
}
