// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.util.List;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ValueType;
import org.semel.internal.jms.Selector;
import org.semel.internal.policy.Protocol;

/**
 * The keys of a consumer: {@code semel.consumer.<name>.<key>}, or {@code
 * semel.consumer-defaults.<key>} for all.
 */
public final class ConsumerKeys {

  /** How sessions join a transaction. */
  public enum Receive {
    /** The server's pooled factory, opened for each transaction. */
    MANAGED,
    /** A long-lived session that we enlist ourselves. */
    DIRECT
  }

  /** What becomes of steps that do what a roll-back does not undo. */
  enum External {
    /** A route with one does not start; one that a message chooses fails that message. */
    REFUSED,
    /** They are done, again at every attempt. */
    ALLOWED
  }

  static final ConfigKey<String> QUEUE =
      new ConfigKey<>(
          "queue",
          "",
          ValueType.text("a name"),
          "The queue to receive from, as the broker knows it, or a JNDI name that begins with java:. By default the"
              + " consumer's own name. A durable subscription of a topic is named by its queue: with Artemis address::queue.");

  static final ConfigKey<Selector> SELECTOR =
      new ConfigKey<>(
          "selector",
          "",
          new ValueType<>("a selector", Selector::new),
          "Which messages of the queue this consumer receives, as Jakarta Messaging writes it: region = 'EU' AND amount >"
              + " 100. Those that do not match stay in the queue. By default all.");

  public static final ConfigKey<String> CONNECTION_FACTORY =
      new ConfigKey<>(
          "connection-factory",
          "java:/jms/semelXA",
          ValueType.text("a JNDI name"),
          "The server's XA connection factory: a pooled one where receive is managed.");

  static final ConfigKey<Protocol> PROTOCOL =
      new ConfigKey<>(
          "protocol",
          "xa",
          ValueType.oneOf(Protocol.class),
          "How receipt and effects are held together. xa: in one XA transaction. ack-after-commit: the database commits"
              + " alone, then the message is acknowledged; the claim absorbs it if it comes again. store-first: the message is"
              + " stored, acknowledged, and worked off from the table, with retries driven by the database. With the latter two"
              + " connection-factory must be one that the server does not enlist, and the route must not send over JMS.");

  static final ConfigKey<Receive> RECEIVE =
      new ConfigKey<>(
          "receive",
          "managed",
          ValueType.oneOf(Receive.class),
          "How sessions join a transaction. managed: by the server's pooled XA connection factory, opened for each"
              + " transaction. direct: one long-lived session for each worker, faster; connection-factory must then be an"
              + " XAConnectionFactory, and the server must recover that broker.");

  static final ConfigKey<String> RECOVERED_BY =
      new ConfigKey<>(
          "recovered-by",
          "",
          ValueType.text("a JNDI name"),
          "With receive=direct: the JNDI name of the pooled XA connection factory by which the server recovers the same"
              + " broker. It goes into the transaction manager's log, and lets recovery end what a crash behind the commit leaves"
              + " there. As the server's configuration spells it.");

  static final ConfigKey<Integer> ATTEMPTS =
      new ConfigKey<>(
          "attempts",
          "5",
          ValueType.number(1, 1_000),
          "Failures of the route after which a message is parked as ATTEMPTS_EXHAUSTED. Only those count that came while"
              + " the message was alone in its transaction. Outages, lock timeouts and deadlocks are no failures of the route.");

  public static final ConfigKey<Integer> DELIVERIES =
      new ConfigKey<>(
          "deliveries",
          "300",
          ValueType.number(2, 10_000),
          "How often a fault that usually passes, or the end of its server, may end a message that is alone in its"
              + " transaction, while others take effect; then it is parked as DELIVERIES_EXHAUSTED. The broker's own count is"
              + " held against nobody: after a quarter of so many deliveries a message is handled alone, and watched. Must be"
              + " more than attempts, and less than the broker's max-delivery-attempts.");

  static final ConfigKey<String> DEAD_LETTER_ADDRESS =
      new ConfigKey<>(
          "dead-letter-address",
          "",
          ValueType.text("an address"),
          "Where the broker's settings cannot be seen from the server: the queue's dead-letter address, for which you"
              + " vouch.");

  /** What becomes of messages whose time to live has passed. */
  public enum Expired {
    /** They are parked. */
    PARK,
    /** They are handled as any other. */
    HANDLE
  }

  static final ConfigKey<Expired> EXPIRED =
      new ConfigKey<>(
          "expired",
          "park",
          ValueType.oneOf(Expired.class),
          "What becomes of a message whose time to live (JMSExpiration) has passed when its turn comes, by the database's"
              + " clock: stored, kept for its version, tried again, or released by an operator. park: it is parked as EXPIRED."
              + " handle: it takes effect however late. What expires in the broker goes to the broker's expiry address, and is"
              + " never seen here.");

  static final ConfigKey<External> EXTERNAL =
      new ConfigKey<>(
          "external",
          "refused",
          ValueType.oneOf(External.class),
          "Whether the route may do what a roll-back does not undo: send over HTTP or mail, write files, call what Semel"
              + " does not know. refused: it does not start, and a message that chooses such an endpoint fails; record an intent"
              + " instead. allowed: it is done again at every attempt, also where nothing takes effect in the end.");

  public static final List<ConfigKey<?>> ALL =
      List.of(
          QUEUE,
          SELECTOR,
          CONNECTION_FACTORY,
          PROTOCOL,
          RECEIVE,
          RECOVERED_BY,
          LoginKeys.USER,
          LoginKeys.PASSWORD,
          PaceKeys.BATCH,
          PaceKeys.BATCH_BYTES,
          ReadingKeys.IDENTITY,
          ReadingKeys.FINGERPRINT,
          ReadingKeys.HEADERS,
          ReadingKeys.MAX_BODY,
          ReadingKeys.MAX_HEADERS,
          ReadingKeys.MAX_HEADER_LENGTH,
          PaceKeys.WORKERS,
          PaceKeys.TRANSACTION_TIMEOUT,
          PaceKeys.RECEIVE_WAIT,
          OutageKeys.FIRST,
          OutageKeys.MOST,
          OutageKeys.STOPS,
          OutageKeys.KINDS,
          PaceKeys.DRAIN,
          ATTEMPTS,
          DELIVERIES,
          DEAD_LETTER_ADDRESS,
          MemoryKeys.STRATEGY,
          MemoryKeys.IDENTITY_TIME,
          MemoryKeys.REMEMBER,
          MemoryKeys.ACCEPT_CHANGE,
          MemoryKeys.REPLAY_HORIZON,
          MemoryKeys.REPLAY,
          MemoryKeys.KEEP_BODY,
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
