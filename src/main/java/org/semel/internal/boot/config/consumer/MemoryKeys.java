// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.time.Duration;
import java.util.Optional;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ValueType;
import org.semel.internal.desk.operate.parked.ReplayRule;
import org.semel.internal.engine.receive.identity.MintTime;

/** The keys of what a consumer remembers, by what and for how long. */
public final class MemoryKeys {

  /** By what a consumer knows that a message has taken effect. */
  public enum Strategy {
    /** A row for each identity, kept for as long as the policy remembers. */
    CLAIM,
    /**
     * As claims, by the time that the identity carries, in partitions that are emptied as a whole.
     */
    WINDOW,
    /** The highest version of each aggregate, and no row for each message. */
    VERSION,
    /** The application's own entities remember. */
    ENTITY,
    /** Nothing remembers: the route's writes may be made again. */
    NATURAL;

    /** Whether Semel itself tells a message that comes again from a new one. */
    public boolean remembers() {
      return this == CLAIM || this == WINDOW;
    }
  }

  /** The place in a message of the time at which its identity was minted. */
  public enum IdentityTime {
    /** Nowhere. */
    NONE,
    /** See {@link MintTime#UUIDV7}. */
    UUIDV7,
    /** See {@link MintTime#ULID}. */
    ULID,
    /** See {@link MintTime#CLOUDEVENT}. */
    CLOUDEVENT;

    public Optional<MintTime> mint() {
      return this == NONE ? Optional.empty() : Optional.of(MintTime.valueOf(name()));
    }
  }

  static final ConfigKey<Strategy> STRATEGY =
      new ConfigKey<>(
          "strategy",
          "claim",
          ValueType.oneOf(Strategy.class),
          "How redelivered messages are recognised. claim: one row per identity. window: the same, for at most 31d, in"
              + " daily partitions that are emptied as a whole; needs identity-time. version: the highest version of each aggregate, without a row per"
              + " message; needs aggregate and version, which work with the other strategies too. entity: the application's own"
              + " entities remember (org.semel.entity). natural: nothing is remembered; you declare that all writes of the route"
              + " are set operations, upserts or guarded transitions (org.semel.natural). With entity and natural every delivery"
              + " runs through the route.");

  static final ConfigKey<IdentityTime> IDENTITY_TIME =
      new ConfigKey<>(
          "identity-time",
          "none",
          ValueType.oneOf(IdentityTime.class),
          "Where the message carries the time at which its identity was minted; it must be the same at every delivery."
              + " Claims are then stored in daily partitions, and remember counts from that time (31d at most); an older message"
              + " is parked as OUT_OF_TIME. uuidv7, ulid: in the key, or after its last |. cloudevent: in the attribute time;"
              + " only if the producer keeps it when it sends an event again.");

  static final ConfigKey<Duration> REMEMBER =
      new ConfigKey<>(
          "remember",
          "30d",
          ValueType.duration("1h", "3650d"),
          "The least time for which an identity is remembered after it took effect, by the database's clock. A later"
              + " delivery takes effect again. Must exceed the time in which messages can come back.");

  static final ConfigKey<String> ACCEPT_CHANGE =
      new ConfigKey<>(
          "accept-change",
          "",
          ValueType.text("eight characters"),
          "Accepts one intended change of this consumer's application, broker, queue, identity, strategy or identity-time: enter"
              + " the word that the refusal at start names. Semel then checks both the old and the new claims for the time of"
              + " remember.");

  static final ConfigKey<String> FORMERLY =
      new ConfigKey<>(
          "formerly",
          "",
          ValueType.text("a name, or none"),
          "Where another name has received from this consumer's queue before. That name: this is the same consumer under a"
              + " new name, and what took effect under the former one is looked up for the time of remember. none: they are two"
              + " consumers, which remember each for itself. Asked for at the first start under this name.");

  static final ConfigKey<Duration> REPLAY_HORIZON =
      new ConfigKey<>(
          "replay-horizon",
          "7d",
          ValueType.duration("0s", "3650d"),
          "How long after its first effect a message may come back: sent again by its producer, moved out of the broker's"
              + " dead-letter queue, or replayed by a person. Only you know this time. remember must be longer.");

  static final ConfigKey<ReplayRule> REPLAY =
      new ConfigKey<>(
          "replay",
          "allowed",
          ValueType.oneOf(ReplayRule.class),
          "Whether operators may repeat an effect by replaying a stored message to this consumer. allowed: with its"
              + " intents, except those already recorded. without-intents: the effect is repeated; its intents are suppressed and"
              + " counted. forbidden: never. A parked message that has not yet taken effect is always released with its intents.");

  static final ConfigKey<Boolean> KEEP_BODY =
      new ConfigKey<>(
          "keep-body",
          "false",
          ValueType.truth(),
          "Whether headers and body of a message are kept after it took effect, as long as its identity: for replays, and"
              + " to show in which fields a conflict differs. Costs one row of that size per message.");

  private MemoryKeys() {}
}
