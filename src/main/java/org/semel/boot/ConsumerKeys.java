// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.semel.jms.Selector;
import org.semel.message.AllowedHeaders;
import org.semel.message.MintTime;
import org.semel.ops.ReplayRule;
import org.semel.receive.proof.Protocol;

/**
 * The keys of a consumer: {@code semel.consumer.<name>.<key>}, or {@code
 * semel.consumer-defaults.<key>} for all.
 */
final class ConsumerKeys {

  /** How sessions join a transaction. */
  enum Receive {
    /** The server's pooled factory, opened for each transaction. */
    MANAGED,
    /** A long-lived session that we enlist ourselves. */
    DIRECT
  }

  /**
   * As {@link org.semel.message.FingerprintProfile}, with a choice that follows the identity rule.
   */
  enum Fingerprint {
    /** {@code cloudevent} for CloudEvents, otherwise {@code exact}. */
    AUTO,
    /** No comparison, no conflicts. */
    NONE,
    /** Byte for byte. */
    EXACT,
    /** As JSON. */
    JSON,
    /** Type, subject and data of a CloudEvent. */
    CLOUDEVENT
  }

  /** By what a consumer knows that a message has taken effect. */
  enum Strategy {
    /** A row for each identity, kept for as long as the policy remembers. */
    CLAIM,
    /** As claims, for a short time, in partitions that are emptied as a whole. */
    WINDOW,
    /** The highest version of each aggregate, and no row for each message. */
    VERSION,
    /** The application's own entities remember. */
    ENTITY,
    /** Nothing remembers: the route's writes may be made again. */
    NATURAL;

    /** Whether Semel itself tells a message that comes again from a new one. */
    boolean remembers() {
      return this == CLAIM || this == WINDOW;
    }
  }

  /** What becomes of steps that do what a roll-back does not undo. */
  enum External {
    /** A route with one does not start; one that a message chooses fails that message. */
    REFUSED,
    /** They are done, again at every attempt. */
    ALLOWED
  }

  /** Where a message carries the time at which its identity was minted. */
  enum IdentityTime {
    /** Nowhere. */
    NONE,
    /** See {@link MintTime#UUIDV7}. */
    UUIDV7,
    /** See {@link MintTime#ULID}. */
    ULID,
    /** See {@link MintTime#CLOUDEVENT}. */
    CLOUDEVENT;

    Optional<MintTime> mint() {
      return this == NONE ? Optional.empty() : Optional.of(MintTime.valueOf(name()));
    }
  }

  static final Key<String> QUEUE =
      new Key<>(
          "queue",
          "",
          Values.text("a name"),
          "The queue to receive from, as the broker knows it, or a JNDI name that begins with"
              + " java:. By default the consumer's own name. A durable subscription of a topic is"
              + " named by its queue: with Artemis address::queue.");

  static final Key<Selector> SELECTOR =
      new Key<>(
          "selector",
          "",
          new Values<>("a selector", Selector::new),
          "Which messages of the queue this consumer receives, as Jakarta Messaging writes it: region ="
              + " 'EU' AND amount > 100. Those that do not match stay in the queue. By default all.");

  static final Key<String> CONNECTION_FACTORY =
      new Key<>(
          "connection-factory",
          "java:/jms/semelXA",
          Values.text("a JNDI name"),
          "The server's XA connection factory: a pooled one where receive is managed.");

  static final Key<Protocol> PROTOCOL =
      new Key<>(
          "protocol",
          "xa",
          Values.oneOf(Protocol.class),
          "How receipt and effects are held together. xa: in one XA transaction. ack-after-commit:"
              + " the database commits alone, then the message is acknowledged; the claim absorbs"
              + " it if it comes again. store-first: the message is stored, acknowledged, and"
              + " worked off from the table, with retries driven by the database. With the latter"
              + " two connection-factory must be one that the server does not enlist, and the route"
              + " must not send over JMS.");

  static final Key<Receive> RECEIVE =
      new Key<>(
          "receive",
          "managed",
          Values.oneOf(Receive.class),
          "How sessions join a transaction. managed: by the server's pooled XA connection factory,"
              + " opened for each transaction. direct: one long-lived session for each worker,"
              + " faster; connection-factory must then be an XAConnectionFactory, and the server"
              + " must recover that broker.");

  static final Key<String> RECOVERED_BY =
      new Key<>(
          "recovered-by",
          "",
          Values.text("a JNDI name"),
          "With receive=direct: the JNDI name of the pooled XA connection factory by which the"
              + " server recovers the same broker. It goes into the transaction manager's log, and"
              + " lets recovery end what a crash behind the commit leaves there. As the server's"
              + " configuration spells it.");

  static final Key<Integer> BATCH =
      new Key<>(
          "batch",
          "50",
          Values.number(1, 1_000),
          "The most messages that share one transaction. Never waited for: at low load it is one.");

  static final Key<Integer> BATCH_BYTES =
      new Key<>(
          "batch-bytes",
          "1MiB",
          Values.bytes("1KiB", "512MiB"),
          "Once the bodies of a transaction's messages have so many bytes, no further one joins;"
              + " large messages are thus handled one at a time.");

  static final Key<String> IDENTITY =
      new Key<>(
          "identity",
          "cloudevent",
          Values.rule(
              "cloudevent, header:JMS…, property:name, json:/pointer, simple:expression,"
                  + " composite:rule,rule, aggregate:rule,rule"),
          "What makes two deliveries the same. Must be minted by the producer: the broker's message"
              + " id changes when a producer sends again, and serves only if named here"
              + " (header:JMSMessageID).");

  static final Key<Fingerprint> FINGERPRINT =
      new Key<>(
          "fingerprint",
          "auto",
          Values.oneOf(Fingerprint.class),
          "Which of two bodies under one identity count as the same; others are parked as CONFLICT."
              + " auto: cloudevent where identity is cloudevent, otherwise exact.");

  static final Key<AllowedHeaders> HEADERS =
      new Key<>(
          "headers",
          "traceparent, tracestate, baggage, ce_*, cloudEvents_*, contentType, content_type,"
              + " JMSType, JMSCorrelationID, JMSMessageID, JMSTimestamp",
          Values.headers(),
          "The headers that the route gets to see. Headers that steer Camel never pass, whatever"
              + " stands here.");

  static final Key<Integer> MAX_BODY =
      new Key<>(
          "max-body",
          "32MiB",
          Values.bytes("1KiB", "512MiB"),
          "A larger body is parked as BODY_TOO_LARGE.");

  static final Key<Integer> MAX_HEADERS =
      new Key<>(
          "max-headers",
          "200",
          Values.number(10, 10_000),
          "More headers than this are parked as HEADERS_REFUSED.");

  static final Key<Integer> MAX_HEADER_LENGTH =
      new Key<>(
          "max-header-length",
          "8KiB",
          Values.bytes("128B", "1MiB"),
          "A longer header is parked as HEADERS_REFUSED.");

  static final Key<Integer> WORKERS =
      new Key<>(
          "workers",
          "4",
          Values.number(1, 64),
          "Threads that receive, each with a transaction of its own. PostgreSQL must allow as many"
              + " prepared transactions.");

  static final Key<Duration> TRANSACTION_TIMEOUT =
      new Key<>(
          "transaction-timeout",
          "60s",
          Values.duration("2s", "1h"),
          "After this long a transaction is rolled back, and that counts as a failed attempt.");

  static final Key<Duration> RECEIVE_WAIT =
      new Key<>(
          "receive-wait",
          "1s",
          Values.duration("10ms", "30s"),
          "How long a worker waits for a message before it looks whether it should stop. Counts"
              + " towards the transaction timeout, and must be no more than half of it.");

  static final Key<Duration> DRAIN =
      new Key<>(
          "drain",
          "30s",
          Values.duration("100ms", "1h"),
          "How long a stop or suspend waits for work in hand.");

  static final Key<Integer> ATTEMPTS =
      new Key<>(
          "attempts",
          "5",
          Values.number(1, 1_000),
          "Failures of the route after which a message is parked as ATTEMPTS_EXHAUSTED. Only those"
              + " count that came while the message was alone in its transaction. Outages, lock timeouts and deadlocks are no"
              + " failures of the route.");

  static final Key<Integer> DELIVERIES =
      new Key<>(
          "deliveries",
          "300",
          Values.number(2, 10_000),
          "How often a fault that usually passes, or the end of its server, may end a message that is alone in its transaction,"
              + " while others take effect; then it is parked as DELIVERIES_EXHAUSTED. The broker's own count is held against"
              + " nobody: after a quarter of so many deliveries a message is handled alone, and watched. Must be more than"
              + " attempts, and less than the broker's max-delivery-attempts.");

  static final Key<String> DEAD_LETTER_ADDRESS =
      new Key<>(
          "dead-letter-address",
          "",
          Values.text("an address"),
          "Where the broker's settings cannot be seen from the server: the queue's dead-letter"
              + " address, for which you vouch.");

  static final Key<Strategy> STRATEGY =
      new Key<>(
          "strategy",
          "claim",
          Values.oneOf(Strategy.class),
          "By what a message that comes again is known. claim: a row for each identity. window: the"
              + " same, for 31d at most, in partitions of a day that are emptied as a whole."
              + " version: the highest version of each aggregate, and no row for each message;"
              + " needs aggregate and version, which go with the other strategies too. entity: the"
              + " application's own entities remember (org.semel.entity). natural: nothing; you"
              + " declare that all writes of the route are set operations, upserts or guarded"
              + " transitions (org.semel.natural). With entity and natural each delivery runs"
              + " through the route.");

  static final Key<IdentityTime> IDENTITY_TIME =
      new Key<>(
          "identity-time",
          "none",
          Values.oneOf(IdentityTime.class),
          "The time at which an identity was minted, where the message carries it, the same at"
              + " every delivery. Claims then lie in partitions of a day, and remember counts from"
              + " that time (31d at most); what is older is parked as OUT_OF_TIME. uuidv7, ulid: in"
              + " the key, or after its last |. cloudevent: the attribute time; only if the"
              + " producer keeps it when it sends an event again.");

  static final Key<Duration> REMEMBER =
      new Key<>(
          "remember",
          "30d",
          Values.duration("1h", "3650d"),
          "How long an identity that took effect is remembered, at least, by the database's clock."
              + " A delivery after that takes effect again. Must be longer than messages can come"
              + " back.");

  static final Key<String> ACCEPT_CHANGE =
      new Key<>(
          "accept-change",
          "",
          Values.text("eight characters"),
          "The one change of this consumer's application, queue, identity, strategy or identity-time that is meant: the word that the"
              + " refusal of the start names. What took effect before is then looked up in both memories, for as long as remember"
              + " says.");

  static final Key<Duration> REPLAY_HORIZON =
      new Key<>(
          "replay-horizon",
          "7d",
          Values.duration("0s", "3650d"),
          "How long after it first took effect a message may still come again: sent again by its"
              + " producer, moved out of the broker's dead-letter queue, or replayed by a person."
              + " Only you know; remember must be longer.");

  static final Key<ReplayRule> REPLAY =
      new Key<>(
          "replay",
          "allowed",
          Values.oneOf(ReplayRule.class),
          "Whether operators may hand a stored message to this consumer again; releasing a parked"
              + " one counts. allowed: with its intents. without-intents: its effect is made anew,"
              + " its intents are suppressed and counted. forbidden: never.");

  static final Key<Boolean> KEEP_BODY =
      new Key<>(
          "keep-body",
          "false",
          Values.truth(),
          "Whether messages that took effect are kept, headers and body, for as long as their"
              + " identities: for replays, and to tell in which fields a conflict differs. Costs a"
              + " row of that size for each message.");

  /** What becomes of messages whose time to live has passed. */
  enum Expired {
    /** They are parked. */
    PARK,
    /** They are handled as any other. */
    HANDLE
  }

  static final Key<Expired> EXPIRED =
      new Key<>(
          "expired",
          "park",
          Values.oneOf(Expired.class),
          "What becomes of a message whose time to live (JMSExpiration) has passed when its turn"
              + " comes, by the database's clock: stored, kept for its version, tried again, or"
              + " released by an operator. park: it is parked as EXPIRED. handle: it takes effect"
              + " however late. What expires in the broker goes to the broker's expiry address, and"
              + " is never seen here.");

  static final Key<External> EXTERNAL =
      new Key<>(
          "external",
          "refused",
          Values.oneOf(External.class),
          "Whether the route may do what a roll-back does not undo: send over HTTP or mail, write"
              + " files, call what Semel does not know. refused: it does not start, and a message"
              + " that chooses such an endpoint fails; record an intent instead. allowed: it is"
              + " done again at every attempt, also where nothing takes effect in the end.");

  static final List<Key<?>> ALL =
      List.of(
          QUEUE,
          SELECTOR,
          CONNECTION_FACTORY,
          PROTOCOL,
          RECEIVE,
          RECOVERED_BY,
          LoginKeys.USER,
          LoginKeys.PASSWORD,
          BATCH,
          BATCH_BYTES,
          IDENTITY,
          FINGERPRINT,
          HEADERS,
          MAX_BODY,
          MAX_HEADERS,
          MAX_HEADER_LENGTH,
          WORKERS,
          TRANSACTION_TIMEOUT,
          RECEIVE_WAIT,
          OutageKeys.FIRST,
          OutageKeys.MOST,
          OutageKeys.STOPS,
          OutageKeys.KINDS,
          DRAIN,
          ATTEMPTS,
          DELIVERIES,
          DEAD_LETTER_ADDRESS,
          STRATEGY,
          IDENTITY_TIME,
          REMEMBER,
          ACCEPT_CHANGE,
          REPLAY_HORIZON,
          REPLAY,
          KEEP_BODY,
          EXPIRED,
          EXTERNAL,
          StoredKeys.RECEIVERS,
          StoredKeys.LEASE,
          StoredKeys.POLL,
          StoredKeys.RETRY_FIRST,
          StoredKeys.RETRY_MOST,
          StoredKeys.RETRY_TERMINAL,
          StoredKeys.RETRY_AGAIN,
          StoredKeys.RETRY_BUDGET,
          StoredKeys.RETRY_LEAST,
          OrderKeys.AGGREGATE,
          OrderKeys.VERSION,
          OrderKeys.FIRST_VERSION,
          OrderKeys.GAP_DEADLINE,
          OrderKeys.AGGREGATE_RETENTION,
          RetentionKeys.BODY,
          RetentionKeys.PARKED,
          RetentionKeys.STORED,
          RetentionKeys.TRACE);

  private ConsumerKeys() {}
}
