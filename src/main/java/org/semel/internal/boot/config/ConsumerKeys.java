// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.semel.internal.boot.config.ClaimStrategy.IdentityTime;
import org.semel.internal.boot.config.ClaimStrategy.Strategy;
import org.semel.internal.boot.config.SessionJoining.Receive;
import org.semel.internal.boot.config.key.Key;
import org.semel.internal.boot.config.key.Key.Says;
import org.semel.internal.boot.config.key.KeyTable;
import org.semel.internal.boot.config.key.Notation;
import org.semel.internal.boot.config.key.Secret;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.desk.watch.redaction.ShownFields;
import org.semel.internal.edge.jms.Login;
import org.semel.internal.edge.jms.Selector;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.identity.EventTypeRule;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.identity.IdentitySpec;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.AttemptLimits;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Concurrency;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Feed;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.IntakeRules;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Limits;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Outages;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Processing;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Waits;
import org.semel.internal.engine.receive.policy.OrderPolicy;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.receive.policy.StoredPolicy;
import org.semel.message.AllowedHeaders;

/**
 * The keys of a consumer, in the order of the reference page: {@code semel.consumer.<name>.<key>},
 * or {@code semel.consumer-defaults.<key>} for all. {@link ConsumerRules} holds them against each
 * other.
 */
public record ConsumerKeys(

    // where it receives from
    @Key(yaml = "source.queue", range = "a name")
        @Says(
            "The queue to receive from: its name on the broker, or a JNDI name that begins with java:. By default the"
                + " consumer's own name. For a durable subscription of a topic, name its queue: with Artemis address::queue.")
        String queue,
    @Key(yaml = "source.broker", range = "a name")
        @Says(
            "A name of your own for the broker of the queue, the same on all nodes. Give each broker one where applications on"
                + " the same tables receive from several: queues of one name at two brokers are told apart by it. It is registered"
                + " with the queue.")
        String broker,
    @Key(yaml = "source.selector", range = "a selector")
        @Says(
            "Selects the messages of the queue that this consumer receives, in the syntax of Jakarta Messaging: region = 'EU'"
                + " AND amount > 100. All other messages stay in the queue. By default all messages match.")
        Selector selector,
    @Key(yaml = "source.connection-factory", fallback = "jms/semelXA", range = "a JNDI name")
        @Says(
            "The server's connection factory. With protocol=xa: for receive=managed a pooled one for XA (jms/semelXA), for"
                + " receive=direct an XAConnectionFactory without a pool (jms/semelDirect). With ack-after-commit and store-first:"
                + " one that the server does not enlist (jms/semelLocal).")
        String connectionFactory,
    @Key(yaml = "ack.protocol", fallback = "xa")
        @Says(
            "How receipt and effects commit together. xa: in one XA transaction. ack-after-commit: the database commits"
                + " alone, then the message is acknowledged; the claim absorbs a redelivery. store-first: the message is stored and"
                + " acknowledged, and processed later from the table; the database drives its retries. The last two need another"
                + " connection-factory, and a route that does not send over JMS.")
        Protocol protocol,
    @Key(yaml = "source.receive", fallback = "managed")
        @Says(
            "How sessions join a transaction. managed: through the server's pooled XA connection factory, opened for each"
                + " transaction. direct: one long-lived session per worker, which is faster; it needs another"
                + " connection-factory, and a server that recovers that broker.")
        Receive receive,
    @Key(yaml = "source.recovered-by", range = "a JNDI name")
        @Says(
            "With receive=direct: the JNDI name of the pooled XA connection factory by which the server recovers the same"
                + " broker. The name goes into the transaction manager's log, so that recovery can complete transactions that a"
                + " crash interrupted during commit. A server that recovers nothing without it refuses a consumer that names"
                + " none (SEMEL-0416).")
        String recoveredBy,
    @Key(yaml = "source.user", range = "a name")
        @Says(
            "The broker user for this consumer's sessions and its start-up proof, with every way to join a transaction. By"
                + " default the user of the server's connection factory, if that has one: a pooled factory can have one,"
                + " a plain factory cannot. Requires password. Recovery has a login of its own (server-config/README.md).")
        String user,
    @Key(yaml = "source.password", range = "a text")
        @Says(
            "The password of user. Use an expression (${my.vault.key}) that a MicroProfile Config source expands. A password"
                + " without an expression is taken as it is written, dollars included. Semel never logs the password and"
                + " never quotes it in an error.")
        Secret password,

    // how much it takes at once
    @Key(yaml = "work.batch", fallback = "50", range = "1 to 1000")
        @Says(
            "The largest number of messages that are handled in one transaction. Semel never waits for more messages: at low load a"
                + " batch is one message.")
        int batch,
    @Key(yaml = "work.batch-bytes", fallback = "1MiB", range = "1KiB to 512MiB")
        @Says(
            "No further message joins a transaction once the bodies in it have this many bytes; large messages are therefore"
                + " handled one at a time.")
        int batchBytes,

    // how it reads a message
    @Key(
            yaml = "dedup.identity",
            fallback = "cloudevent",
            range =
                "cloudevent, header:JMS…, property:name, json:/pointer, simple:expression,"
                    + " composite:rule,rule, aggregate:rule,rule",
            notation = Notation.RULE)
        @Says(
            "The rule for the identity: two deliveries with the same identity are the same message. The producer must mint"
                + " it. The broker's message id changes when a producer sends again, and serves only if named here"
                + " (header:JMSMessageID).")
        String identity,
    @Key(yaml = "dedup.fingerprint", fallback = "auto")
        @Says(
            "How two bodies with the same identity are compared; a different body is parked as CONFLICT. auto: cloudevent if"
                + " identity is cloudevent, otherwise exact.")
        FingerprintChoice fingerprint,
    @Key(
            yaml = "message.event-type",
            fallback = "auto",
            range = "auto, none, cloudevent, property:name",
            form = "auto|none|cloudevent|property:[A-Za-z0-9_.-]{1,64}")
        @Says(
            "By which type of events the counters tell messages apart; nothing else depends on it. auto: cloudevent if"
                + " identity is cloudevent, otherwise none. Of 100 types of a consumer, and 300 on a node, the name is shown; all"
                + " that come later are counted as other.")
        String eventType,
    @Key(
            yaml = "message.headers",
            fallback =
                "traceparent, tracestate, baggage, ce_*, ce-*, cloudEvents_*, contentType, content_type,"
                    + " JMSType, JMSCorrelationID, JMSMessageID, JMSTimestamp")
        @Says(
            "The headers that the route receives. Headers that control Camel never pass, whatever this list says.")
        AllowedHeaders headers,
    @Key(yaml = "message.max-body", fallback = "32MiB", range = "1KiB to 512MiB")
        @Says("A message with a larger body is parked as BODY_TOO_LARGE.")
        int maxBody,
    @Key(yaml = "message.max-headers", fallback = "200", range = "10 to 10000")
        @Says("A message with more headers is parked as HEADERS_REFUSED.")
        int maxHeaders,
    @Key(yaml = "message.max-header-length", fallback = "8KiB", range = "128B to 1MiB")
        @Says("A message with a longer header is parked as HEADERS_REFUSED.")
        int maxHeaderLength,

    // how fast
    @Key(yaml = "work.workers", fallback = "4", range = "1 to 64")
        @Says(
            "The number of receiving threads; each has its own transaction. PostgreSQL must allow as many prepared"
                + " transactions.")
        int workers,
    @Key(yaml = "work.transaction-timeout", fallback = "60s", range = "2s to 1h")
        @Says(
            "A transaction rolls back after this time. That counts as a failed attempt, unless the"
                + " route met a fault that passes.")
        Duration transactionTimeout,
    @Key(yaml = "work.receive-wait", fallback = "1s", range = "10ms to 30s")
        @Says(
            "How long a worker waits for a message before it checks whether to stop. The wait counts towards the transaction"
                + " timeout, and must be at most half of it.")
        Duration receiveWait,
    @Key(yaml = "outage.backoff-first", fallback = "200ms", range = "10ms to 1m")
        @Says(
            "The first wait while the broker, the database or another required system is away. The wait doubles each time,"
                + " with jitter. No attempt is counted.")
        Duration outageBackoffFirst,
    @Key(yaml = "outage.backoff-most", fallback = "10s", range = "100ms to 10m")
        @Says("The longest wait while the broker, the database or another required system is away.")
        Duration outageBackoffMost,
    @Key(yaml = "outage.stops", fallback = "3", range = "1 to 1000")
        @Says(
            "After outages have stopped this many transactions with messages in a row, and none took effect in between, all"
                + " workers of the consumer wait and one of them tries.")
        int outageStops,
    @Key(
            yaml = "outage.exceptions",
            fallback =
                "java.net.SocketException, java.net.SocketTimeoutException, java.net.UnknownHostException,"
                    + " java.net.http.HttpTimeoutException, java.nio.channels.UnresolvedAddressException,"
                    + " java.util.concurrent.TimeoutException, javax.naming.CommunicationException,"
                    + " org.apache.hc.core5.http.NoHttpResponseException,"
                    + " org.apache.hc.core5.http.ConnectionRequestTimeoutException")
        @Says(
            "Exceptions that signal an outage, with their subclasses, anywhere in the chain of causes: no attempt is counted,"
                + " and the consumer waits. A pool without a free connection and the HTTP statuses 429, 502, 503 and 504 of Camel's"
                + " HTTP component are outages too. If only one message meets them while others take effect, they count towards"
                + " deliveries.")
        Set<String> outages,
    @Key(yaml = "work.drain", fallback = "30s", range = "100ms to 1h")
        @Says("How long a stop or suspend waits for open work.")
        Duration drain,

    // how often it tries
    @Key(yaml = "retry.attempts", fallback = "5", range = "1 to 1000")
        @Says(
            "The number of route failures after which a message is parked as ATTEMPTS_EXHAUSTED. A failure counts only if the"
                + " message was alone in its transaction. Outages, lock timeouts and deadlocks do not count.")
        int attempts,
    @Key(yaml = "retry.deliveries", fallback = "300", range = "2 to 10000")
        @Says(
            "How often a transient fault, or a crash of the server, may end a message that is alone in its transaction while"
                + " other messages take effect; then the message is parked as DELIVERIES_EXHAUSTED. The broker's own count is no"
                + " evidence of a fault of the message: after a quarter of this number the message is handled alone and observed."
                + " Must exceed attempts, and be less than the broker's max-delivery-attempts.")
        int deliveries,
    @Key(yaml = "retry.dead-letter-address", range = "an address")
        @Says(
            "The queue's dead-letter address, if the server cannot read the broker's settings. You vouch for it.")
        String deadLetterAddress,

    // what it remembers
    @Key(yaml = "strategy", fallback = "claim")
        @Says(
            "How redelivered messages are recognised. claim: one row per identity. window: the same, for at most 31d, in"
                + " daily partitions that are emptied as a whole; needs identity-time. version: the highest version of each aggregate, without a row per"
                + " message; needs aggregate and version, which work with the other strategies too. entity: the application's own"
                + " entities remember (org.semel.entity). natural: nothing is remembered; you declare that all writes of the route"
                + " are set operations, upserts or guarded transitions (org.semel.natural). With entity and natural every delivery"
                + " runs through the route.")
        Strategy strategy,
    @Key(yaml = "dedup.identity-time", fallback = "none")
        @Says(
            "Where the message carries the time at which its identity was minted; it must be the same at every delivery."
                + " Claims are then stored in daily partitions, and remember counts from that time (31d at most); an older message"
                + " is parked as OUT_OF_TIME. uuidv7, ulid: in the key, or after its last |. cloudevent: in the attribute time;"
                + " only if the producer keeps it when it sends an event again.")
        IdentityTime identityTime,
    @Key(yaml = "dedup.remember", fallback = "30d", range = "1h to 3650d")
        @Says(
            "The least time for which an identity is remembered after it took effect, by the database's clock. A later"
                + " delivery takes effect again. Must exceed the time in which messages can come back.")
        Duration remember,
    @Key(yaml = "dedup.accept-change", range = "eight characters")
        @Says(
            "Accepts one intended change of this consumer's application, broker, queue, identity, strategy or identity-time: enter"
                + " the word that the refusal at start names. Semel then checks both the old and the new claims for the time of"
                + " remember.")
        String acceptChange,
    @Key(yaml = "dedup.formerly", range = "a name, or none")
        @Says(
            "Where another name has received from this consumer's queue before. That name: this is the same consumer under a"
                + " new name, and what took effect under the former one is looked up for the time of remember. none: they are two"
                + " consumers, which remember each for itself. Asked for at the first start under this name.")
        String formerly,
    @Key(yaml = "replay.horizon", fallback = "7d", range = "0s to 3650d")
        @Says(
            "How long after its first effect a message may come back: sent again by its producer, moved out of the broker's"
                + " dead-letter queue, or replayed by a person. Only you know this time. remember must be longer.")
        Duration replayHorizon,
    @Key(yaml = "replay.rule", fallback = "allowed")
        @Says(
            "Whether operators may repeat an effect by replaying a stored message to this consumer. allowed: with its"
                + " intents, except those already recorded. without-intents: the effect is repeated; its intents are suppressed and"
                + " counted. forbidden: never. A parked message that has not yet taken effect is always released with its intents.")
        ReplayRule replay,
    @Key(yaml = "replay.keep-body", fallback = "false")
        @Says(
            "Whether headers and body of a message are kept after it took effect, as long as its identity: for replays, and"
                + " to show in which fields a conflict differs. Costs one row of that size per message.")
        boolean keepBody,

    // what it lets pass
    @Key(yaml = "message.expired", fallback = "park")
        @Says(
            "What happens to a message whose time to live (JMSExpiration) has passed by the database's clock when it is"
                + " handled: after it was stored, held for its version, retried, or released by an operator. park: it is parked as"
                + " EXPIRED. handle: it takes effect, however late. Messages that expire in the broker go to the broker's expiry"
                + " address; Semel never sees them.")
        Expired expired,
    @Key(yaml = "work.external", fallback = "refused")
        @Says(
            "Whether the route may do work that a rollback does not undo: send over HTTP or mail, write files, or call"
                + " components that Semel does not know. refused: the route does not start, and a message that selects such an"
                + " endpoint fails; record an intent instead. allowed: the work is repeated at every attempt, even if nothing takes"
                + " effect in the end.")
        External external,

    // how it works off what it has stored
    @Key(yaml = "inbox.receivers", fallback = "1", range = "1 to 16")
        @Says(
            "With protocol=store-first: the number of threads that receive and store. The workers process the stored"
                + " messages.")
        int receivers,
    @Key(yaml = "inbox.lease", fallback = "60s", range = "1s to 1h")
        @Says(
            "With protocol=store-first: how long a worker leases a message, by the database's clock. The worker renews the"
                + " lease while its transaction may last. After a crash, a message waits this long for the next worker.")
        Duration lease,
    @Key(yaml = "inbox.poll", fallback = "1s", range = "10ms to 5m")
        @Says(
            "With protocol=store-first, or behind a gap: how long workers sleep when nothing is due. A message that this node"
                + " stores wakes them at once.")
        Duration poll,
    @Key(yaml = "retry.backoff-first", fallback = "1s", range = "10ms to 1h")
        @Says(
            "With protocol=store-first, or behind a gap: the longest wait after the first failure of the route. It doubles"
                + " each time. The actual wait is random between zero and this value.")
        Duration retryBackoffFirst,
    @Key(yaml = "retry.backoff-most", fallback = "5m", range = "10ms to 1d")
        @Says(
            "With protocol=store-first, or behind a gap: the longest wait after any failure of the route.")
        Duration retryBackoffMost,
    @Key(yaml = "retry.terminal")
        @Says(
            "With protocol=store-first: exceptions, with their subclasses, after which a message is parked at once as"
                + " TERMINAL_FAILURE.")
        Set<String> retryTerminal,
    @Key(yaml = "retry.again")
        @Says(
            "With protocol=store-first: exceptions that are retried although a superclass is in retry-terminal.")
        Set<String> retryAgain,
    @Key(yaml = "retry.budget", fallback = "20", range = "0 to 100")
        @Says(
            "With protocol=store-first: the retries allowed on each node, in percent of first attempts. Retries beyond that"
                + " wait, so that they never become a storm.")
        int retryBudget,
    @Key(yaml = "retry.budget-least", fallback = "10", range = "1 to 10000")
        @Says(
            "With protocol=store-first: the retries per second that are always allowed, whatever the budget, so that a quiet"
                + " consumer makes progress.")
        int retryBudgetLeast,

    // the order of versions
    @Key(yaml = "ordering.aggregate", range = "a rule, as for identity", notation = Notation.RULE)
        @Says(
            "Where a message names its aggregate. Requires version. Each version takes effect after the one before it; an old"
                + " version is ignored and counted; an early version is held until the missing ones have come.")
        String aggregate,
    @Key(yaml = "ordering.version", range = "a rule, as for identity", notation = Notation.RULE)
        @Says("Where a message names its aggregate's version, a number that grows by one.")
        String version,
    @Key(yaml = "ordering.first-version", fallback = "1", range = "0 to 1000000000")
        @Says("The first version of a new aggregate.")
        int firstVersion,
    @Key(yaml = "ordering.gap-deadline", fallback = "1h", range = "1s to 365d")
        @Says(
            "How long a version may be missing, by the database's clock, before its gap is parked as GAP for a person. The"
                + " held messages behind the gap keep waiting.")
        Duration gapDeadline,
    @Key(yaml = "ordering.retention", fallback = "never", range = "never, or 1h to 3650d")
        @Says(
            "How long after its latest version an aggregate is forgotten, by the database's clock, if none of its messages is"
                + " held or parked. Set it only for aggregates that end: a forgotten aggregate starts again, so that its"
                + " first-version would take effect again, and a later version would wait behind a gap. Must exceed the time in"
                + " which messages can come back, as remember must. never: semel_version keeps one row per aggregate.")
        Optional<Duration> aggregateRetention,

    // how long rows stay
    @Key(
            yaml = "replay.body-retention",
            fallback = "as-remember",
            range = "as-remember, or 1h to 3650d")
        @Says(
            "How long messages kept by keep-body are kept, and the text of the last failure of a message that never came"
                + " back. At most remember: a message whose identity is forgotten must not be replayed.")
        Optional<Duration> bodyRetention,
    @Key(
            yaml = "retry.parked-retention",
            fallback = "as-remember",
            range = "as-remember, or 1h to 3650d")
        @Says(
            "How long a parked message is kept, with its body, after it was released or withdrawn. That one was withdrawn is"
                + " known for remember at least. A message that still waits is kept until a person decides.")
        Optional<Duration> parkedRetention,
    @Key(yaml = "inbox.retention", fallback = "as-remember", range = "as-remember, or 1h to 3650d")
        @Says(
            "How long a stored message is kept, with its body, after it has ended. That one ended that has waited is known for"
                + " remember at least. If strategy keeps no claims, this must exceed the time in which messages can come back, as"
                + " remember must.")
        Optional<Duration> storedRetention,
    @Key(
            yaml = "dedup.trace-retention",
            fallback = "as-remember",
            range = "as-remember, or 1h to 3650d")
        @Says(
            "How long records of absorbed duplicates and of named effects are kept. A dossier shows them beside the claim.")
        Optional<Duration> traceRetention,

    // what is shown of bodies
    @Key(
            yaml = "shown.fields",
            notation = Notation.LIST,
            range = "JSON pointers, separated by commas")
        @Says(
            "The values of JSON bodies that the REST API and the console show to everybody who may look, also without"
                + " semel-payload: /order, /lines/*/sku; * stands for every index and every member. What no pointer names"
                + " stays hidden. By default no field is shown. See docs/rest.md#fields.")
        WholeFields shownFields,
    @Key(
            yaml = "shown.masked",
            notation = Notation.LIST,
            range = "JSON pointers, each with :last4 or :length behind it, separated by commas")
        @Says(
            "The same for values of which a part is shown: /card/number:last4, /mail:length. last4 shows the last four"
                + " characters of twelve or more, and otherwise none; length shows how many they are. Where shown-fields names"
                + " the same value, the mask holds.")
        MaskedFields maskedFields,

    // when its alerts fire
    @Key(yaml = "alerts.pending-age", fallback = "60s", range = "1s to 365d")
        @Says(
            "With protocol=store-first: SemelPendingTooOld fires once the oldest stored message has waited for longer than"
                + " this. It and the other alert-… keys stop nothing: they are shown as series, which the rules of"
                + " observability/alerts.yml compare with; see docs/metrics.md#thresholds.")
        Duration alertPendingAge,
    @Key(yaml = "alerts.gap-age", fallback = "15m", range = "1s to 365d")
        @Says(
            "With aggregate and version: SemelGapOpen fires once a version has been missing for longer than this. After"
                + " gap-deadline the gap is parked, and SemelParked fires instead.")
        Duration alertGapAge,
    @Key(yaml = "alerts.parked", fallback = "0", range = "0 to 1000000")
        @Says(
            "SemelParked fires while more parked messages than this wait for a person, counted for each reason.")
        int alertParked,
    @Key(yaml = "alerts.failures", fallback = "5", range = "0 to 1000000")
        @Says(
            "SemelTerminalFailures fires once more messages than this were given up within ten minutes, counted for each type"
                + " of events.")
        int alertFailures) {

  public static final KeyTable<ConsumerKeys> TABLE = KeyTable.of(ConsumerKeys.class);

  /** The treatment of steps that do what a roll-back does not undo. */
  public enum External {
    /** A route with one does not start; one that a message chooses fails that message. */
    REFUSED,
    /** They are done, again at every attempt. */
    ALLOWED
  }

  /** The treatment of messages whose time to live has passed. */
  public enum Expired {
    /** They are parked. */
    PARK,
    /** They are handled as any other. */
    HANDLE
  }

  /** As {@link FingerprintProfile}, with a choice that follows the identity rule. */
  public enum FingerprintChoice {
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

  /** Fields that are shown whole. */
  public record WholeFields(ShownFields fields) {
    public WholeFields(String pointers) {
      this(ShownFields.whole(pointers));
    }
  }

  /** Fields of which a part is shown. */
  public record MaskedFields(ShownFields fields) {
    public MaskedFields(String pointers) {
      this(ShownFields.masked(pointers));
    }
  }

  /** How a consumer of this name receives; the keys keep the {@link ConsumerRules}. */
  ConsumerPolicy policy(String name, IdentitySpec identities) {
    return new ConsumerPolicy(
        name,
        new Feed(broker, queue.isEmpty() ? name : queue, connectionFactory),
        new IntakeRules(
            identity, profile(), headers, new Limits(maxBody, maxHeaders, maxHeaderLength)),
        new Concurrency(
            workers,
            new BatchLimit(batch, batchBytes),
            transactionTimeout,
            new Waits(receiveWait, new Backoff(outageBackoffFirst, outageBackoffMost), drain)),
        new AttemptLimits(attempts, deliveries, new Outages(outageStops, outages)),
        new Processing(protocol, stored(), ordered(identities)));
  }

  private FingerprintProfile profile() {
    return switch (fingerprint) {
      case AUTO ->
          identity.equals("cloudevent") ? FingerprintProfile.CLOUDEVENT : FingerprintProfile.EXACT;
      case NONE -> FingerprintProfile.NONE;
      case EXACT -> FingerprintProfile.EXACT;
      case JSON -> FingerprintProfile.JSON;
      case CLOUDEVENT -> FingerprintProfile.CLOUDEVENT;
    };
  }

  private Optional<StoredPolicy> stored() {
    return protocol == Protocol.STORE_FIRST
        ? Optional.of(
            new StoredPolicy(
                receivers,
                lease,
                poll,
                new StoredPolicy.Retries(
                    retries(),
                    retryTerminal,
                    retryAgain,
                    new StoredPolicy.Budget(retryBudget, retryBudgetLeast))))
        : Optional.empty();
  }

  private Optional<OrderPolicy> ordered(IdentitySpec identities) {
    return isOrdered()
        ? Optional.of(
            new OrderPolicy(
                new OrderPolicy.PlaceRules(aggregate, version),
                identities.rule(aggregate),
                identities.rule(version),
                firstVersion,
                new OrderPolicy.Patience(gapDeadline, poll, retries())))
        : Optional.empty();
  }

  /** Two keys that require each other switch it on. */
  boolean isOrdered() {
    return !aggregate.isEmpty();
  }

  private Backoff retries() {
    return new Backoff(retryBackoffFirst, retryBackoffMost);
  }

  /** How redelivered messages are recognised. */
  ClaimStrategy claims() {
    return new ClaimStrategy(strategy, identityTime.mint(), remember);
  }

  /** How sessions join an XA transaction. */
  SessionJoining joining() {
    return new SessionJoining(receive, recoveredBy, login());
  }

  /** The login to the broker, if the keys name one. */
  public Optional<Login> login() {
    return user.isEmpty() ? Optional.empty() : Optional.of(new Login(user, password.text()));
  }

  /** By which counters tell messages apart. */
  EventTypeRule eventTypes() {
    return EventTypeRule.of(eventType, identity);
  }

  /** What of bodies is shown without the role for payload. */
  ShownFields shown() {
    return shownFields.fields().and(maskedFields.fields());
  }

  /** Above which value an alert fires, by its name; seconds, or a number. */
  public Map<String, Double> thresholds() {
    return Map.of(
        "SemelPendingTooOld",
        alertPendingAge.toMillis() / 1e3,
        "SemelGapOpen",
        alertGapAge.toMillis() / 1e3,
        "SemelParked",
        (double) alertParked,
        "SemelTerminalFailures",
        (double) alertFailures);
  }

  /** How long after its first effect a message can come back. */
  public Duration reach() {
    return replayHorizon.plus(redelivery());
  }

  /** The broker's own redeliveries may take as long as all of them time out. */
  Duration redelivery() {
    return transactionTimeout.multipliedBy(deliveries);
  }
}
