// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Lease.SentFrom;
import org.semel.internal.engine.send.relay.Inquiry.Inquiries;
import org.semel.message.AllowedHeaders;

/**
 * The policy by which intents reach a destination. Values have been checked against their ranges by
 * their reader.
 *
 * @param destination the place
 * @param dispatch what goes along, and in which order
 * @param throughput how fast and how much at once
 * @param retry how often it is tried
 * @param contract what the provider promises
 */
public record DestinationPolicy(
    Destination destination,
    Dispatch dispatch,
    Throughput throughput,
    RetryPolicy retry,
    Contract contract) {

  /**
   * The rules of dispatch: what goes along, and in which order.
   *
   * @param headers what an intent takes along of the headers it is recorded with
   * @param orderBy the header whose value intents share that must go one after the other; none if
   *     they need not
   * @param transfer how sending and settling are held together
   * @param maxBody the most bytes of a body
   * @param unanswered whether the route may end well without an answer
   */
  public record Dispatch(
      AllowedHeaders headers,
      Optional<String> orderBy,
      Transfer transfer,
      int maxBody,
      WithoutAnswer unanswered) {

    private static final int MAX_BODY = 32 << 20;

    /** The route ends well with an answer only. */
    public Dispatch(
        AllowedHeaders headers, Optional<String> orderBy, Transfer transfer, int maxBody) {
      this(headers, orderBy, transfer, maxBody, WithoutAnswer.REFUSED);
    }

    /** Bodies of up to 32 MiB. */
    public Dispatch(AllowedHeaders headers, Optional<String> orderBy, Transfer transfer) {
      this(headers, orderBy, transfer, MAX_BODY);
    }

    /** Under leases, outside any transaction. */
    public Dispatch(AllowedHeaders headers, Optional<String> orderBy) {
      this(headers, orderBy, Transfer.LEASE);
    }
  }

  /** The treatment of a route that may end well without an answer. */
  public enum WithoutAnswer {
    /** It does not start. */
    REFUSED,
    /** The application knows: its intents count as delivered. */
    ALLOWED
  }

  /** The ways in which sending and settling are held together. */
  public enum Transfer {
    /** Sent outside any transaction, under a lease: at least once, under one key. */
    LEASE,
    /** Leased, sent and settled in one transaction of database and broker: once. */
    XA
  }

  /**
   * The throughput of a relay: how fast, and how much at once.
   *
   * @param concurrency the most deliveries in flight
   * @param batch the most intents leased at once
   * @param lease how long a lease lasts; renewed while a delivery is under way
   * @param poll how long to sleep unless woken
   * @param rate the most deliveries per time on each node, if there is a limit
   * @param deliveryTimeout how long a delivery may take before it is given up
   */
  public record Throughput(
      int concurrency,
      int batch,
      Duration lease,
      Duration poll,
      Optional<Rate> rate,
      Duration deliveryTimeout) {

    /** Longer than the client of Camel's HTTP component waits by itself. */
    public static final Duration DELIVERY_TIMEOUT = Duration.ofMinutes(5);

    /** A delivery may take the time that it may take by default. */
    public Throughput(
        int concurrency, int batch, Duration lease, Duration poll, Optional<Rate> rate) {
      this(concurrency, batch, lease, poll, rate, DELIVERY_TIMEOUT);
    }

    /**
     * The longest that a delivery can last: until it is given up or, if its relay dies, its lease.
     */
    Duration longest() {
      return lease.compareTo(deliveryTimeout) > 0 ? lease : deliveryTimeout;
    }

    /** No limit but the provider's own pace. */
    public Throughput(int concurrency, int batch, Duration lease, Duration poll) {
      this(concurrency, batch, lease, poll, Optional.empty());
    }
  }

  /**
   * The most intents within a time.
   *
   * @param most at least 1
   * @param time positive
   */
  public record Rate(int most, Duration time) {

    double perNano() {
      return (double) most / time.toNanos();
    }

    /** The number that may go at one moment: a second's worth, and at least one. */
    double burst() {
      return Math.max(1, perNano() * Duration.ofSeconds(1).toNanos());
    }
  }

  /**
   * The limits of the attempts at an intent.
   *
   * @param attempts failures after which it is parked
   * @param backoff the longest wait after a failure; the wait lies anywhere below
   * @param breaker when to stop sending for a while
   */
  public record RetryPolicy(int attempts, Backoff backoff, Breaker breaker) {}

  /**
   * The rule by which sending to a provider stops for a while.
   *
   * @param failures so many in a row; 0 for never
   * @param open so long
   */
  public record Breaker(int failures, Duration open) {

    /** Never. */
    public static final Breaker NONE = new Breaker(0, Duration.ofSeconds(1));
  }

  /**
   * The longest that the retry plan can take from the first sending of an intent to the end of the
   * last: every wait as long as it can be, every delivery as long as it may take, or, if its relay
   * dies, as a lease. Waits that the provider asks for, and backlog, are not in it.
   */
  public Duration retryHorizon() {
    Duration sum = throughput.longest().multipliedBy(retry.attempts());
    for (int failures = 1; failures < retry.attempts(); failures++) {
      sum = sum.plus(retry.backoff().longest(failures));
    }
    return sum;
  }

  /**
   * The promise of a provider about keys, and the way in which it speaks of its effects. Whether it
   * can be asked is said by the routes: see {@link Inquiries}.
   *
   * @param keys whether it applies two requests under one key once
   * @param keyLife how long it remembers a key, from the first request on
   * @param reference header of the provider route's end in which the effect's reference stands
   * @param notDone HTTP statuses that say that nothing was done, and may be the next time
   */
  public record Contract(Keys keys, Duration keyLife, String reference, Set<Integer> notDone) {

    /**
     * The statuses of a request that the provider did not look at. 408 and 503 are not among them:
     * gateways say so after the provider had the request, too. Nor is 409, which is a conflict with
     * one under the same key, or with what is there.
     */
    public static final Set<Integer> NOT_DONE = Set.of(425, 429);

    /** As most providers speak. */
    public Contract(Keys keys, Duration keyLife, String reference) {
      this(keys, keyLife, reference, NOT_DONE);
    }

    /** The provider's treatment of an idempotency key. */
    public enum Keys {
      /** Two requests under one key take effect once. */
      HONOURED,
      /** It does nothing with it, or that is not known. */
      IGNORED
    }

    /**
     * From when on a leased intent may have been sent. A provider that honours keys may get one
     * twice: no transaction is spent before each delivery. For any other it decides whether a
     * person must look.
     */
    public SentFrom sentFrom() {
      return keys == Keys.HONOURED ? SentFrom.LEASE : SentFrom.MARK;
    }

    /** Whether an intent that may have arrived already may be sent again. */
    boolean permitsRepetition(Duration keyAge) {
      return keys == Keys.HONOURED && keyAge.compareTo(keyLife) < 0;
    }
  }
}
