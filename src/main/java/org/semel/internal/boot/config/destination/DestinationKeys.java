// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.destination;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ValueType;
import org.semel.internal.engine.send.relay.DestinationPolicy.Rate;
import org.semel.internal.engine.send.relay.DestinationPolicy.Transfer;
import org.semel.internal.engine.send.relay.DestinationPolicy.WithoutAnswer;
import org.semel.message.AllowedHeaders;

/**
 * The keys of a destination: {@code semel.destination.<name>.<key>}, or {@code
 * semel.destination-defaults.<key>} for all.
 */
public final class DestinationKeys {

  static final ConfigKey<AllowedHeaders> HEADERS =
      new ConfigKey<>(
          "headers",
          "traceparent, tracestate, baggage",
          ValueType.headers(),
          "The headers that are sent with an intent. Headers that control Camel never pass, whatever this list says.");

  static final ConfigKey<Optional<String>> ORDER_BY =
      new ConfigKey<>(
          "order-by",
          "none",
          ValueType.header(),
          "A header, as header:orderId. Intents with the same value (1 to 255 characters) are delivered one after the"
              + " other, in the order of their commits: the next is leased when the earlier ones are delivered or withdrawn; a"
              + " parked intent holds those behind it. The header need not be one that is sent. Pause the destination until it is"
              + " set on every node: one without it keeps no order.");

  static final ConfigKey<Transfer> TRANSFER =
      new ConfigKey<>(
          "transfer",
          "lease",
          ValueType.oneOf(Transfer.class),
          "How sending and settling commit together. lease: sent outside any transaction, at least once, under one key. xa:"
              + " for a route that only sends to a JMS queue; lease, send and settle are one XA transaction over the connection"
              + " factory of semel.consumer-defaults, for up to batch intents at once, on concurrency threads; each intent is"
              + " sent once.");

  static final ConfigKey<Integer> MAX_BODY =
      new ConfigKey<>(
          "max-body",
          "32MiB",
          ValueType.bytes("1KiB", "512MiB"),
          "A larger body is not recorded: the route fails with SEMEL-0530 and rolls back. A relay holds at most 32 MiB of"
              + " bodies and one more body; with transfer=xa this applies to each of concurrency transactions.");

  static final ConfigKey<WithoutAnswer> UNANSWERED =
      new ConfigKey<>(
          "unanswered",
          "refused",
          ValueType.oneOf(WithoutAnswer.class),
          "Whether the route that delivers may end well without an answer for the effect: by seda: or wireTap, an aggregator,"
              + " a dead letter channel, an exception that is handled, a JMS message that is not persistent. refused: such a route"
              + " does not start (SEMEL-0612), and nothing is sent over JMS before it is proven that a refusal of the broker is told"
              + " (SEMEL-0533). allowed: its intents count as delivered when it ends. With transfer=xa it changes nothing.");

  static final ConfigKey<Integer> CONCURRENCY =
      new ConfigKey<>(
          "concurrency",
          "8",
          ValueType.number(1, 256),
          "The largest number of open deliveries to this destination. Destinations do not share threads.");

  static final ConfigKey<Integer> BATCH =
      new ConfigKey<>(
          "batch",
          "100",
          ValueType.number(1, 1_000),
          "The largest number of intents leased at once; leasing also stops at 32 MiB of bodies. Fewer if deliveries take"
              + " long: as many as can be expected to finish in a sixtieth of lease, or one per open delivery before any has"
              + " finished.");

  static final ConfigKey<Duration> LEASE =
      new ConfigKey<>(
          "lease",
          "60s",
          ValueType.duration("1s", "1h"),
          "How long a lease lasts, by the database's clock. The relay renews it while a delivery is open. After a crash,"
              + " leased intents wait this long.");

  static final ConfigKey<Duration> DELIVERY_TIMEOUT =
      new ConfigKey<>(
          "delivery-timeout",
          "5m",
          ValueType.duration("1s", "1d"),
          "How long one delivery may take, a call of the query route included. Then the relay interrupts and replaces its"
              + " thread; the outcome is unknown, as after a request that timed out, and a late answer is ignored. Choose a value"
              + " above the client's own timeouts (Camel's HTTP client waits for three minutes); the start does not compare them."
              + " Below them a host that drops packets parks intents as unknown, with keys=ignored and no query route. If twice as"
              + " many deliveries as concurrency hang nevertheless, the relay stops sending until fewer hang. With transfer=xa,"
              + " lease is the transaction's timeout, and the timeouts of the send apply.");

  static final ConfigKey<Duration> POLL =
      new ConfigKey<>(
          "poll",
          "1s",
          ValueType.duration("10ms", "1m"),
          "How often the relay polls the table if nothing wakes it. A commit in the same server wakes it at once.");

  static final ConfigKey<Optional<Rate>> RATE =
      new ConfigKey<>(
          "rate",
          "none",
          ValueType.rate(),
          "The largest number of deliveries per time, on each node. Nodes do not share the rate: give each its part. Up to"
              + " one second's worth may be sent at one moment.");

  static final ConfigKey<Integer> ATTEMPTS =
      new ConfigKey<>(
          "attempts",
          "10",
          ValueType.number(1, 1_000),
          "The number of failed deliveries after which an intent is parked as ATTEMPTS_EXHAUSTED. A question that the query"
              + " route does not answer counts as one. A failure of the destination does not: see circuit-failures and"
              + " circuit-open.");

  static final ConfigKey<Duration> BACKOFF_FIRST =
      new ConfigKey<>(
          "backoff-first",
          "1s",
          ValueType.duration("10ms", "1h"),
          "The longest wait after the first failed delivery. It doubles each time. The actual wait is random between zero"
              + " and this value (full jitter). A provider's Retry-After is obeyed up to a day, and, for an intent that may have"
              + " taken effect and can be sent again under its key, no longer than the key lives.");

  static final ConfigKey<Duration> BACKOFF_MOST =
      new ConfigKey<>(
          "backoff-most",
          "10m",
          ValueType.duration("10ms", "1d"),
          "The longest wait after a failed delivery.");

  static final ConfigKey<Integer> CIRCUIT_FAILURES =
      new ConfigKey<>(
          "circuit-failures",
          "20",
          ValueType.number(0, 10_000),
          "This many deliveries in a row without an answer (unavailable, a full queue, or outcome unknown) open the circuit: the relay"
              + " leases nothing, and no attempt is counted. Each node has its own circuit. 0: never. Each such delivery is an"
              + " attempt of its intent, except one that would be the last attempt and follows another failure of any intent: it"
              + " counts for the destination, which may be away. An intent that keeps failing is therefore parked once others are"
              + " answered in between; with 0, after attempts failures. This many questions in a row that the query route does not"
              + " answer let other questions wait, and no delivery.");

  static final ConfigKey<Duration> CIRCUIT_OPEN =
      new ConfigKey<>(
          "circuit-open",
          "30s",
          ValueType.duration("100ms", "1d"),
          "How long an open circuit waits before the relay tries a single intent. An answer closes the circuit; a failure"
              + " counts for the destination, and not for the intent. A paused destination waits the same way. It pauses when the"
              + " provider refuses access: at once with 401 or 407, and with 403, 404 or 405 after five different intents in a"
              + " row.");

  public static final ConfigKey<Duration> EVIDENCE =
      new ConfigKey<>(
          "evidence",
          "30d",
          ValueType.duration("1h", "3650d"),
          "The least time for which a delivered or withdrawn intent is kept; one of a consumer with strategy=natural or"
              + " entity is kept for as long as its messages can come back, too. A parked intent is kept until a person decides.");

  public static final ConfigKey<String> ACCEPT_CHANGE =
      new ConfigKey<>(
          "accept-change",
          "",
          ValueType.text("eight characters"),
          "Accepts one intended change of the application that delivers to this destination: enter the word that the"
              + " refusal at start names.");

  public static final List<ConfigKey<?>> ALL =
      List.of(
          HEADERS,
          ORDER_BY,
          TRANSFER,
          MAX_BODY,
          UNANSWERED,
          CONCURRENCY,
          BATCH,
          LEASE,
          DELIVERY_TIMEOUT,
          POLL,
          ATTEMPTS,
          BACKOFF_FIRST,
          BACKOFF_MOST,
          RATE,
          CIRCUIT_FAILURES,
          CIRCUIT_OPEN,
          ContractKeys.KEYS,
          ContractKeys.KEY_LIFE,
          ContractKeys.REPLAY_HORIZON,
          ContractKeys.NOT_DONE,
          ContractKeys.REFERENCE,
          EVIDENCE,
          ACCEPT_CHANGE);

  private DestinationKeys() {}
}
