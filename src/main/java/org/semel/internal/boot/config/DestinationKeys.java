// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.semel.internal.relay.DestinationPolicy.Rate;
import org.semel.internal.relay.DestinationPolicy.Transfer;
import org.semel.message.AllowedHeaders;

/**
 * The keys of a destination: {@code semel.destination.<name>.<key>}, or {@code
 * semel.destination-defaults.<key>} for all.
 */
final class DestinationKeys {

  static final ConfigKey<AllowedHeaders> HEADERS =
      new ConfigKey<>(
          "headers",
          "traceparent, tracestate, baggage",
          ValueType.headers(),
          "The headers that an intent takes along. Headers that steer Camel never pass, whatever stands here.");

  static final ConfigKey<Optional<String>> ORDER_BY =
      new ConfigKey<>(
          "order-by",
          "none",
          ValueType.header(),
          "A header, as header:orderId, whose value (1 to 255 characters) intents share that must go one after the other, in the order"
              + " of their commits: the next is leased when the earlier ones are delivered or withdrawn; one that is parked"
              + " holds those behind it. The header need not be among those that go along.");

  static final ConfigKey<Transfer> TRANSFER =
      new ConfigKey<>(
          "transfer",
          "lease",
          ValueType.oneOf(Transfer.class),
          "How sending and settling are held together. lease: sent outside any transaction, at least once, under one key. xa: for a"
              + " route that sends to a JMS queue and nowhere else; lease, send and settle are one XA transaction over the"
              + " connection factory of semel.consumer-defaults, up to batch intents at once, on concurrency threads; each"
              + " is sent once.");

  static final ConfigKey<Integer> MAX_BODY =
      new ConfigKey<>(
          "max-body",
          "32MiB",
          ValueType.bytes("1KiB", "512MiB"),
          "A larger body is not recorded: the route fails with SEMEL-0530, and with it what it did. A relay has bodies of 32 MiB in"
              + " hand at most, and one more; with transfer=xa each of concurrency transactions has.");

  static final ConfigKey<Integer> CONCURRENCY =
      new ConfigKey<>(
          "concurrency",
          "8",
          ValueType.number(1, 256),
          "The most deliveries to this destination in flight. Each destination has delivery threads of its own.");

  static final ConfigKey<Integer> BATCH =
      new ConfigKey<>(
          "batch",
          "100",
          ValueType.number(1, 1_000),
          "The most intents leased at once, and no further one once their bodies have 32 MiB. Fewer where deliveries take long: as many as were seen to be done in a sixtieth of"
              + " lease, and one behind each that is under way before anything was seen.");

  static final ConfigKey<Duration> LEASE =
      new ConfigKey<>(
          "lease",
          "60s",
          ValueType.duration("1s", "1h"),
          "How long a lease lasts, by the database's clock. It is renewed while a delivery is under way; after a crash, what was"
              + " leased waits this long.");

  static final ConfigKey<Duration> DELIVERY_TIMEOUT =
      new ConfigKey<>(
          "delivery-timeout",
          "5m",
          ValueType.duration("1s", "1d"),
          "How long one delivery may take, the question to a query route included, before it is given up: its thread is interrupted"
              + " and replaced, its outcome is as unknown as that of a request that timed out, and a late answer is not heard. Let"
              + " it be longer than the client's own time-outs (Camel's HTTP client waits for three minutes). Where twice as many as"
              + " concurrency hang all the same, nothing more is sent until fewer do. With transfer=xa lease is the"
              + " transaction's time, and the send's own time-outs count.");

  static final ConfigKey<Duration> POLL =
      new ConfigKey<>(
          "poll",
          "1s",
          ValueType.duration("10ms", "1m"),
          "How often the table is looked at when nobody rings. A commit in the same server rings at once.");

  static final ConfigKey<Optional<Rate>> RATE =
      new ConfigKey<>(
          "rate",
          "none",
          ValueType.rate(),
          "The most deliveries per time, on each node: nodes do not know of each other, so give each its share. Up to a second's"
              + " worth may go at one moment.");

  static final ConfigKey<Integer> ATTEMPTS =
      new ConfigKey<>(
          "attempts",
          "10",
          ValueType.number(1, 1_000),
          "Failed deliveries after which an intent is parked as ATTEMPTS_EXHAUSTED. One that failed for the destination's sake is"
              + " none: see circuit-failures and circuit-open.");

  static final ConfigKey<Duration> BACKOFF_FIRST =
      new ConfigKey<>(
          "backoff-first",
          "1s",
          ValueType.duration("10ms", "1h"),
          "The longest wait after the first failed delivery; doubled each time. The wait itself lies anywhere between nothing and"
              + " that (full jitter). A provider's Retry-After is heard, up to a day, and no longer than its key lives where an intent"
              + " may have taken effect that can be sent again under it.");

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
          "So many deliveries in a row that were not answered (unavailable, or outcome unknown) open the circuit: nothing is leased,"
              + " no attempt is counted. On each node. 0 for never. Each of them is an attempt of its intent, but for one that would be"
              + " its last and follows another failure, whoever failed: that counts for the destination, as it may be away. So an"
              + " intent that fails again and again is parked once others are answered in between; with 0 after attempts failures.");

  static final ConfigKey<Duration> CIRCUIT_OPEN =
      new ConfigKey<>(
          "circuit-open",
          "30s",
          ValueType.duration("100ms", "1d"),
          "How long an open circuit waits before it tries a single intent, whose answer closes it; its failure counts for the"
              + " destination, and not for the intent. So does a destination that is paused, as it lets nobody in: at 401 or 407 at"
              + " once, at 403, 404 or 405 once five different intents in a row were sent away.");

  static final ConfigKey<Duration> EVIDENCE =
      new ConfigKey<>(
          "evidence",
          "30d",
          ValueType.duration("1h", "3650d"),
          "How long a delivered or withdrawn intent is kept, at least. What is parked is kept until a person decides.");

  static final ConfigKey<String> ACCEPT_CHANGE =
      new ConfigKey<>(
          "accept-change",
          "",
          ValueType.text("eight characters"),
          "The one change of the application that delivers to this destination that is meant: the word that the refusal of the"
              + " start names.");

  static final List<ConfigKey<?>> ALL =
      List.of(
          HEADERS,
          ORDER_BY,
          TRANSFER,
          MAX_BODY,
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
