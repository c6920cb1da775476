// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.semel.Code;
import org.semel.internal.boot.config.key.Key;
import org.semel.internal.boot.config.key.Key.Says;
import org.semel.internal.boot.config.key.KeyTable;
import org.semel.internal.boot.config.key.Rule;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.internal.engine.send.relay.DestinationPolicy.Dispatch;
import org.semel.internal.engine.send.relay.DestinationPolicy.Rate;
import org.semel.internal.engine.send.relay.DestinationPolicy.RetryPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;
import org.semel.internal.engine.send.relay.DestinationPolicy.Transfer;
import org.semel.internal.engine.send.relay.DestinationPolicy.WithoutAnswer;
import org.semel.message.AllowedHeaders;

/**
 * The keys of a destination, in the order of the reference page: {@code
 * semel.destination.<name>.<key>}, or {@code semel.destination-defaults.<key>} for all.
 */
public record DestinationKeys(
    @Key(fallback = "traceparent, tracestate, baggage")
        @Says(
            "The headers that are sent with an intent. Headers that control Camel never pass, whatever this list says.")
        AllowedHeaders headers,
    @Key(fallback = "none")
        @Says(
            "A header, as header:orderId. Intents with the same value (1 to 255 characters) are delivered one after the"
                + " other, in the order of their commits: the next is leased when the earlier ones are delivered or withdrawn; a"
                + " parked intent holds those behind it. The header need not be one that is sent. Pause the destination until it is"
                + " set on every node: one without it keeps no order.")
        Optional<String> orderBy,
    @Key(fallback = "lease")
        @Says(
            "How sending and settling commit together. lease: sent outside any transaction, at least once, under one key. xa:"
                + " for a route that only sends to a JMS queue; lease, send and settle are one XA transaction over the connection"
                + " factory of semel.consumer-defaults, for up to batch intents at once, on concurrency threads; each intent is"
                + " sent once.")
        Transfer transfer,
    @Key(fallback = "32MiB", range = "1KiB to 512MiB")
        @Says(
            "A larger body is not recorded: the route fails with SEMEL-0530 and rolls back. A relay holds at most 32 MiB of"
                + " bodies and one more body; with transfer=xa this applies to each of concurrency transactions.")
        int maxBody,
    @Key(fallback = "refused")
        @Says(
            "Whether the route that delivers may end well without an answer for the effect: by seda: or wireTap, an aggregator,"
                + " a dead letter channel, an exception that is handled, a JMS message that is not persistent. refused: such a route"
                + " does not start (SEMEL-0612), and nothing is sent over JMS before it is proven that a refusal of the broker is told"
                + " (SEMEL-0533). allowed: its intents count as delivered when it ends. With transfer=xa it changes nothing.")
        WithoutAnswer unanswered,
    @Key(fallback = "8", range = "1 to 256")
        @Says(
            "The largest number of open deliveries to this destination. Destinations do not share threads.")
        int concurrency,
    @Key(fallback = "100", range = "1 to 1000")
        @Says(
            "The largest number of intents leased at once; leasing also stops at 32 MiB of bodies. Fewer if deliveries take"
                + " long: as many as can be expected to finish in a sixtieth of lease, or one per open delivery before any has"
                + " finished.")
        int batch,
    @Key(fallback = "60s", range = "1s to 1h")
        @Says(
            "How long a lease lasts, by the database's clock. The relay renews it while a delivery is open. After a crash,"
                + " leased intents wait this long.")
        Duration lease,
    @Key(fallback = "5m", range = "1s to 1d")
        @Says(
            "How long one delivery may take, a call of the query route included. Then the relay interrupts and replaces its"
                + " thread; the outcome is unknown, as after a request that timed out, and a late answer is ignored. Choose a value"
                + " above the client's own timeouts (Camel's HTTP client waits for three minutes); the start does not compare them."
                + " Below them a host that drops packets parks intents as unknown, with keys=ignored and no query route. If twice as"
                + " many deliveries as concurrency hang nevertheless, the relay stops sending until fewer hang. With transfer=xa,"
                + " lease is the transaction's timeout, and the timeouts of the send apply.")
        Duration deliveryTimeout,
    @Key(fallback = "1s", range = "10ms to 1m")
        @Says(
            "How often the relay polls the table if nothing wakes it. A commit in the same server wakes it at once.")
        Duration poll,
    @Key(fallback = "10", range = "1 to 1000")
        @Says(
            "The number of failed deliveries after which an intent is parked as ATTEMPTS_EXHAUSTED. A question that the query"
                + " route does not answer counts as one. A failure of the destination does not: see circuit-failures and"
                + " circuit-open.")
        int attempts,
    @Key(fallback = "1s", range = "10ms to 1h")
        @Says(
            "The longest wait after the first failed delivery. It doubles each time. The actual wait is random between zero"
                + " and this value (full jitter). A provider's Retry-After is obeyed up to a day, and, for an intent that may have"
                + " taken effect and can be sent again under its key, no longer than the key lives.")
        Duration backoffFirst,
    @Key(fallback = "10m", range = "10ms to 1d") @Says("The longest wait after a failed delivery.")
        Duration backoffMost,
    @Key(fallback = "none")
        @Says(
            "The largest number of deliveries per time, on each node. Nodes do not share the rate: give each its part. Up to"
                + " one second's worth may be sent at one moment.")
        Optional<Rate> rate,
    @Key(fallback = "20", range = "0 to 10000")
        @Says(
            "This many deliveries in a row without an answer (unavailable, a full queue, or outcome unknown) open the circuit: the relay"
                + " leases nothing, and no attempt is counted. Each node has its own circuit. 0: never. Each such delivery is an"
                + " attempt of its intent, except one that would be the last attempt and follows another failure of any intent: it"
                + " counts for the destination, which may be away. An intent that keeps failing is therefore parked once others are"
                + " answered in between; with 0, after attempts failures. This many questions in a row that the query route does not"
                + " answer let other questions wait, and no delivery.")
        int circuitFailures,
    @Key(fallback = "30s", range = "100ms to 1d")
        @Says(
            "How long an open circuit waits before the relay tries a single intent. An answer closes the circuit; a failure"
                + " counts for the destination, and not for the intent. A paused destination waits the same way. It pauses when the"
                + " provider refuses access: at once with 401 or 407, and with 403, 404 or 405 after five different intents in a"
                + " row.")
        Duration circuitOpen,
    @Key(fallback = "ignored")
        @Says(
            "What the provider does with the idempotency key. honoured: two requests under one key take effect once, so that"
                + " the relay repeats an intent whose outcome is unknown. ignored: it does not; the relay asks the query route if"
                + " there is one (from(\"intent:<name>?query=true\")), and otherwise parks the intent as OUTCOME_UNKNOWN. Before"
                + " each delivery it notes in a short transaction that the intent is sent.")
        Keys keys,
    @Key(fallback = "1d", range = "1s to 3650d")
        @Says(
            "How long the provider remembers a key. After that the relay does not repeat an intent with an unknown outcome;"
                + " it asks the query route or parks the intent. With keys=honoured it must be at least the longest time of the"
                + " retry plan, plus replay-horizon.")
        Duration keyLife,
    @Key(fallback = "0s", range = "0s to 3650d")
        @Says(
            "How long after its first delivery an intent may start its attempts again: by an operator's retry, or by a replay"
                + " of a message whose identity is forgotten. Only you know this time.")
        Duration replayHorizon,
    @Key(fallback = "425, 429")
        @Says(
            "The HTTP statuses by which the provider states that it did nothing and may be asked again: the relay sends the"
                + " intent again, whatever keys says. 408 and 503 are not in the default, because gateways also return them after"
                + " the provider got the request; add them if only the provider itself returns them. 409 signals another request"
                + " under the same key if keys is honoured: the relay sends the intent again, and its final outcome is unknown;"
                + " otherwise 409 is a refusal. Add it if the provider means that the same request may succeed later. Of all other"
                + " statuses, 200 to 299 mean success; 401 and 407 pause the destination; 400 to 499 are refusals, except 406, 408,"
                + " 425, 429 and 499; all others leave the outcome unknown.")
        Set<Integer> notDone,
    @Key(fallback = "SemelReference", range = "a header")
        @Says(
            "The header at the end of the provider's route that holds the provider's reference for the effect; it is kept"
                + " with the intent. The route may set it, or you name the provider's own header here, such as Location.")
        String reference,
    @Key(fallback = "30d", range = "1h to 3650d")
        @Says(
            "The least time for which a delivered or withdrawn intent is kept; one of a consumer with strategy=natural or"
                + " entity is kept for as long as its messages can come back, too. A parked intent is kept until a person decides.")
        Duration evidence,
    @Key(range = "eight characters")
        @Says(
            "Accepts one intended change of the application that delivers to this destination: enter the word that the"
                + " refusal at start names.")
        String acceptChange,
    @Key(fallback = "1h", range = "1s to 365d")
        @Says(
            "SemelIntentTooOld fires once the oldest intent that is to be delivered has waited for longer than this. Choose more"
                + " than backoff-most and the provider's Retry-After. It and alert-parked stop nothing: they are shown as series,"
                + " which the rules of observability/alerts.yml compare with; see docs/metrics.md#thresholds.")
        Duration alertPendingAge,
    @Key(fallback = "0", range = "0 to 1000000")
        @Says(
            "SemelParked fires while more parked intents than this wait for a person, counted for each reason.")
        int alertParked) {

  static final KeyTable<DestinationKeys> TABLE = KeyTable.of(DestinationKeys.class);

  /** The rules that hold the keys against each other; each names the key at fault. */
  static final List<Rule<DestinationKeys>> RULES =
      List.of(
          Rule.growing(
              "backoff-first",
              DestinationKeys::backoffFirst,
              "backoff-most",
              DestinationKeys::backoffMost),
          // a key does not protect if it is forgotten while the intent may still be sent again
          Rule.of(
              "key-life",
              keys ->
                  keys.keys == Keys.HONOURED
                      && keys.retries().plus(keys.replayHorizon).compareTo(keys.keyLife) > 0,
              keys ->
                  "%s the provider would forget a key while its intent may still be sent again: the retry plan can take %s s, and"
                          .formatted(Code.KEY_LIFE_TOO_SHORT.text(), keys.retries().toSeconds())
                      + " replay-horizon is %s s; let attempts, backoff-most, lease, delivery-timeout or replay-horizon be smaller, if the key's life is"
                          .formatted(keys.replayHorizon.toSeconds())
                      + " what the provider says"));

  /** Above which value an alert fires, by its name; seconds, or a number. */
  public Map<String, Double> thresholds() {
    return Map.of(
        "SemelIntentTooOld", alertPendingAge.toMillis() / 1e3, "SemelParked", (double) alertParked);
  }

  /** How intents reach a destination of this name. */
  DestinationPolicy policy(String name) {
    return new DestinationPolicy(
        new Destination(name),
        new Dispatch(headers, orderBy, transfer, maxBody, unanswered),
        new Throughput(concurrency, batch, lease, poll, rate, deliveryTimeout),
        new RetryPolicy(attempts, backoff(), new Breaker(circuitFailures, circuitOpen)),
        new Contract(keys, keyLife, reference, notDone));
  }

  /** A longest wait that is too short is a fault of its own. */
  private Backoff backoff() {
    boolean grows = backoffMost.compareTo(backoffFirst) >= 0;
    return new Backoff(backoffFirst, grows ? backoffMost : backoffFirst);
  }

  /** The longest that the attempts can take, whichever destination it is. */
  private Duration retries() {
    return policy("any").retryHorizon();
  }
}
