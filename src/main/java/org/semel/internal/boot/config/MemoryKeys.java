// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.time.Duration;
import java.util.Optional;
import org.semel.internal.replay.ReplayRule;
import org.semel.message.MintTime;

/** The keys of what a consumer remembers, by what and for how long. */
public final class MemoryKeys {

  /** By what a consumer knows that a message has taken effect. */
  public enum Strategy {
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
    public boolean remembers() {
      return this == CLAIM || this == WINDOW;
    }
  }

  /** Where a message carries the time at which its identity was minted. */
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
          "By what a message that comes again is known. claim: a row for each identity. window: the"
              + " same, for 31d at most, in partitions of a day that are emptied as a whole."
              + " version: the highest version of each aggregate, and no row for each message;"
              + " needs aggregate and version, which go with the other strategies too. entity: the"
              + " application's own entities remember (org.semel.entity). natural: nothing; you"
              + " declare that all writes of the route are set operations, upserts or guarded"
              + " transitions (org.semel.natural). With entity and natural each delivery runs"
              + " through the route.");

  static final ConfigKey<IdentityTime> IDENTITY_TIME =
      new ConfigKey<>(
          "identity-time",
          "none",
          ValueType.oneOf(IdentityTime.class),
          "The time at which an identity was minted, where the message carries it, the same at"
              + " every delivery. Claims then lie in partitions of a day, and remember counts from"
              + " that time (31d at most); what is older is parked as OUT_OF_TIME. uuidv7, ulid: in"
              + " the key, or after its last |. cloudevent: the attribute time; only if the"
              + " producer keeps it when it sends an event again.");

  static final ConfigKey<Duration> REMEMBER =
      new ConfigKey<>(
          "remember",
          "30d",
          ValueType.duration("1h", "3650d"),
          "How long an identity that took effect is remembered, at least, by the database's clock."
              + " A delivery after that takes effect again. Must be longer than messages can come"
              + " back.");

  static final ConfigKey<String> ACCEPT_CHANGE =
      new ConfigKey<>(
          "accept-change",
          "",
          ValueType.text("eight characters"),
          "The one change of this consumer's application, queue, identity, strategy or identity-time that is meant: the word that the"
              + " refusal of the start names. What took effect before is then looked up in both memories, for as long as remember"
              + " says.");

  static final ConfigKey<Duration> REPLAY_HORIZON =
      new ConfigKey<>(
          "replay-horizon",
          "7d",
          ValueType.duration("0s", "3650d"),
          "How long after it first took effect a message may still come again: sent again by its"
              + " producer, moved out of the broker's dead-letter queue, or replayed by a person."
              + " Only you know; remember must be longer.");

  static final ConfigKey<ReplayRule> REPLAY =
      new ConfigKey<>(
          "replay",
          "allowed",
          ValueType.oneOf(ReplayRule.class),
          "Whether operators may repeat an effect by handing a stored message to this consumer"
              + " again. allowed: with its intents, but those that are recorded already."
              + " without-intents: its effect is made again, its intents are suppressed and"
              + " counted. forbidden: never. A parked message that has not taken effect yet is"
              + " released with its intents, whatever this says.");

  static final ConfigKey<Boolean> KEEP_BODY =
      new ConfigKey<>(
          "keep-body",
          "false",
          ValueType.truth(),
          "Whether messages that took effect are kept, headers and body, for as long as their"
              + " identities: for replays, and to tell in which fields a conflict differs. Costs a"
              + " row of that size for each message.");

  private MemoryKeys() {}
}
