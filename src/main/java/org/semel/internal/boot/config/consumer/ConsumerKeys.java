// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.util.List;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ValueType;
import org.semel.internal.edge.jms.Selector;
import org.semel.internal.engine.receive.policy.Protocol;

/**
 * The keys of a consumer: {@code semel.consumer.<name>.<key>}, or {@code
 * semel.consumer-defaults.<key>} for all.
 */
public final class ConsumerKeys {

  /** The ways in which sessions join a transaction. */
  public enum Receive {
    /** The server's pooled factory, opened for each transaction. */
    MANAGED,
    /** A long-lived session that we enlist ourselves. */
    DIRECT
  }

  /** The treatment of steps that do what a roll-back does not undo. */
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
          "The queue to receive from: its name on the broker, or a JNDI name that begins with java:. By default the"
              + " consumer's own name. For a durable subscription of a topic, name its queue: with Artemis address::queue.");

  static final ConfigKey<String> BROKER =
      new ConfigKey<>(
          "broker",
          "",
          ValueType.text("a name"),
          "A name of your own for the broker of the queue, the same on all nodes. Give each broker one where applications on"
              + " the same tables receive from several: queues of one name at two brokers are told apart by it. It is registered"
              + " with the queue.");

  static final ConfigKey<Selector> SELECTOR =
      new ConfigKey<>(
          "selector",
          "",
          new ValueType<>("a selector", Selector::new),
          "Selects the messages of the queue that this consumer receives, in the syntax of Jakarta Messaging: region = 'EU'"
              + " AND amount > 100. All other messages stay in the queue. By default all messages match.");

  public static final ConfigKey<String> CONNECTION_FACTORY =
      new ConfigKey<>(
          "connection-factory",
          "jms/semelXA",
          ValueType.text("a JNDI name"),
          "The server's XA connection factory. With receive=managed it must be a pooled one.");

  static final ConfigKey<Protocol> PROTOCOL =
      new ConfigKey<>(
          "protocol",
          "xa",
          ValueType.oneOf(Protocol.class),
          "How receipt and effects commit together. xa: in one XA transaction. ack-after-commit: the database commits"
              + " alone, then the message is acknowledged; the claim absorbs a redelivery. store-first: the message is stored and"
              + " acknowledged, and processed later from the table; the database drives its retries. For the last two,"
              + " connection-factory must name one that the server does not enlist, and the route must not send over JMS.");

  static final ConfigKey<Receive> RECEIVE =
      new ConfigKey<>(
          "receive",
          "managed",
          ValueType.oneOf(Receive.class),
          "How sessions join a transaction. managed: through the server's pooled XA connection factory, opened for each"
              + " transaction. direct: one long-lived session per worker, which is faster; connection-factory must then be an"
              + " XAConnectionFactory, and the server must recover that broker.");

  static final ConfigKey<String> RECOVERED_BY =
      new ConfigKey<>(
          "recovered-by",
          "",
          ValueType.text("a JNDI name"),
          "With receive=direct: the JNDI name of the pooled XA connection factory by which the server recovers the same"
              + " broker. The name goes into the transaction manager's log, so that recovery can complete transactions that a"
              + " crash interrupted during commit. A server that recovers nothing without it refuses a consumer that names"
              + " none (SEMEL-0416).");

  static final ConfigKey<Integer> ATTEMPTS =
      new ConfigKey<>(
          "attempts",
          "5",
          ValueType.number(1, 1_000),
          "The number of route failures after which a message is parked as ATTEMPTS_EXHAUSTED. A failure counts only if the"
              + " message was alone in its transaction. Outages, lock timeouts and deadlocks do not count.");

  public static final ConfigKey<Integer> DELIVERIES =
      new ConfigKey<>(
          "deliveries",
          "300",
          ValueType.number(2, 10_000),
          "How often a transient fault, or a crash of the server, may end a message that is alone in its transaction while"
              + " other messages take effect; then the message is parked as DELIVERIES_EXHAUSTED. The broker's own count is no"
              + " evidence of a fault of the message: after a quarter of this number the message is handled alone and observed."
              + " Must exceed attempts, and be less than the broker's max-delivery-attempts.");

  static final ConfigKey<String> DEAD_LETTER_ADDRESS =
      new ConfigKey<>(
          "dead-letter-address",
          "",
          ValueType.text("an address"),
          "The queue's dead-letter address, if the server cannot read the broker's settings. You vouch for it.");

  /** The treatment of messages whose time to live has passed. */
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
          "What happens to a message whose time to live (JMSExpiration) has passed by the database's clock when it is"
              + " handled: after it was stored, held for its version, retried, or released by an operator. park: it is parked as"
              + " EXPIRED. handle: it takes effect, however late. Messages that expire in the broker go to the broker's expiry"
              + " address; Semel never sees them.");

  static final ConfigKey<External> EXTERNAL =
      new ConfigKey<>(
          "external",
          "refused",
          ValueType.oneOf(External.class),
          "Whether the route may do work that a rollback does not undo: send over HTTP or mail, write files, or call"
              + " components that Semel does not know. refused: the route does not start, and a message that selects such an"
              + " endpoint fails; record an intent instead. allowed: the work is repeated at every attempt, even if nothing takes"
              + " effect in the end.");

  public static final List<ConfigKey<?>> ALL =
      List.of(
          QUEUE,
          BROKER,
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
          ReadingKeys.EVENT_TYPE,
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
          MemoryKeys.FORMERLY,
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
          RetentionKeys.TRACE,
          ShownKeys.FIELDS,
          ShownKeys.MASKED);

  private ConsumerKeys() {}
}
