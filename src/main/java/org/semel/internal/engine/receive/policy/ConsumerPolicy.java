// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.policy;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Faults;
import org.semel.message.AllowedHeaders;
import org.semel.message.ParkingReason;

/**
 * The policy by which a consumer receives. Reliability lives here, not in routes. Values have been
 * checked against their ranges by their reader.
 *
 * @param name scopes every identity; never change it while duplicates may still arrive
 * @param feed where its messages come from
 * @param reading how a message is read
 * @param concurrency how fast and how much at once
 * @param attemptLimits how often it is tried
 * @param processing in which transactions it takes effect, and in which order
 */
public record ConsumerPolicy(
    String name,
    Feed feed,
    IntakeRules reading,
    Concurrency concurrency,
    AttemptLimits attemptLimits,
    Processing processing) {

  /** In XA transactions, in the order of arrival. */
  public ConsumerPolicy(
      String name,
      Feed feed,
      IntakeRules reading,
      Concurrency concurrency,
      AttemptLimits attemptLimits) {
    this(name, feed, reading, concurrency, attemptLimits, Processing.XA);
  }

  /** The same, processed in another way. */
  public ConsumerPolicy with(Processing other) {
    return new ConsumerPolicy(name, feed, reading, concurrency, attemptLimits, other);
  }

  /** The protocol that holds receipt and effects together. */
  public Protocol protocol() {
    return processing.protocol();
  }

  /**
   * The policy by which stored messages are worked off; present only under {@link
   * Protocol#STORE_FIRST}.
   */
  public Optional<StoredPolicy> stored() {
    return processing.stored();
  }

  /** The policy by which versions are kept in order; empty if they are not. */
  public Optional<OrderPolicy> ordered() {
    return processing.ordered();
  }

  /**
   * The way of processing: the transactions in which a message takes effect, and the order.
   *
   * @param protocol how receipt and effects are held together
   * @param stored how what is stored first is worked off later; there if, and only if, the protocol
   *     is {@link Protocol#STORE_FIRST}
   * @param ordered how versions are kept in order, if they are
   */
  public record Processing(
      Protocol protocol, Optional<StoredPolicy> stored, Optional<OrderPolicy> ordered) {

    static final Processing XA = by(Protocol.XA);

    public Processing {
      if (stored.isPresent() != (protocol == Protocol.STORE_FIRST)) {
        throw new IllegalArgumentException("what is stored is worked off by its policy");
      }
    }

    /** At once, in the order of arrival. */
    public static Processing by(Protocol protocol) {
      return new Processing(protocol, Optional.empty(), Optional.empty());
    }

    /** Stored first, and worked off later. */
    public static Processing later(StoredPolicy stored) {
      return new Processing(Protocol.STORE_FIRST, Optional.of(stored), Optional.empty());
    }

    /** The same, in the order of versions. */
    public Processing inOrder(OrderPolicy order) {
      return new Processing(protocol, stored, Optional.of(order));
    }
  }

  /**
   * The feed that messages come from.
   *
   * @param broker the policy's name for the broker; blank if it gives none
   * @param destination name of the queue
   * @param connectionFactory JNDI name of the server's XA connection factory
   */
  public record Feed(String broker, String destination, String connectionFactory) {}

  /**
   * The rules by which a message is read.
   *
   * @param identity the identity rule, as {@link
   *     org.semel.internal.engine.receive.identity.IdentitySpec} reads it
   * @param fingerprint which of two bodies count as the same
   * @param headers what the route gets to see
   * @param limits what is refused for its size
   */
  public record IntakeRules(
      String identity, FingerprintProfile fingerprint, AllowedHeaders headers, Limits limits) {}

  /**
   * The limits of size, beyond which a message is refused.
   *
   * @param bodyBytes the largest body
   * @param headers the most headers
   * @param headerBytes the longest header text
   */
  public record Limits(int bodyBytes, int headers, int headerBytes) {}

  /**
   * The concurrency of a consumer: how fast, and how much at once.
   *
   * @param workers threads that receive
   * @param batch how much is received into one transaction
   * @param transactionTimeout whole seconds
   * @param waits how long to wait for what
   */
  public record Concurrency(
      int workers, BatchLimit batch, Duration transactionTimeout, Waits waits) {}

  /**
   * The waits of a consumer.
   *
   * @param message for a first message, inside the transaction
   * @param outage after a fault that passes
   * @param drain for work in hand when stopping
   */
  public record Waits(Duration message, Backoff outage, Duration drain) {}

  /**
   * The limits of the attempts at a message.
   *
   * @param attempts failures of the route after which it is parked
   * @param deliveries how often something that passes, or the end of its server, may end it while
   *     it is alone and others take effect; then it is parked
   * @param outages what is known of systems that may be away
   */
  public record AttemptLimits(int attempts, int deliveries, Outages outages) {

    /** Without a circuit, and with the outages of database and broker only. */
    public AttemptLimits(int attempts, int deliveries) {
      this(attempts, deliveries, new Outages(Integer.MAX_VALUE, Set.of()));
    }

    /**
     * The reason for which a message with so many failures is parked; empty if it is tried again.
     */
    public Optional<ParkingReason> afterFailures(int failures) {
      return failures >= attempts
          ? Optional.of(ParkingReason.ATTEMPTS_EXHAUSTED)
          : Optional.empty();
    }

    /**
     * The reason for which a message that was stopped alone so often is parked; empty if it is
     * tried again.
     */
    public Optional<ParkingReason> afterStops(int stops) {
      return stops > deliveries
          ? Optional.of(ParkingReason.DELIVERIES_EXHAUSTED)
          : Optional.empty();
    }
  }

  /**
   * The signs of systems that are away.
   *
   * @param stops transactions with messages in them that are stopped in a row, none taking effect
   *     in between, after which the consumer's workers wait together
   * @param kinds names of exception classes that tell of a system that is away, with all classes
   *     below them
   */
  public record Outages(int stops, Set<String> kinds) implements Faults {

    @Override
    public Cause of(Throwable fault) {
      for (Class<?> kind = fault.getClass(); kind != null; kind = kind.getSuperclass()) {
        if (kinds.contains(kind.getName())) {
          return Cause.AWAY;
        }
      }
      return Cause.UNNAMED;
    }
  }
}
