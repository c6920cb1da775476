// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.semel.operations.PauseActs.Target;

/**
 * A replay of many messages, or an act on many intents, as the table has it. Its messages are fixed
 * when it is frozen; later ones are not part of it.
 *
 * @param id its number
 * @param consumer whose messages; of intents {@code intent:} and the name of their destination
 * @param source where they stand, and what becomes of them
 * @param by who made it, and why
 * @param pace how fast, and when it stops by itself
 * @param progress how far it has come
 */
public record Plan(
    long id, String consumer, Source source, OperatorContext by, Pace pace, Progress progress) {

  /** With it the owner of intents begins; no consumer has such a name. */
  static final String OF_INTENTS = "intent:";

  /**
   * The pace of a plan, and its brakes.
   *
   * @param rate messages or intents a second, 1 to 1000. A plan begins with 1 message, then takes
   *     2, 5, 10, … at a time, until it has reached its rate.
   * @param errorShare the share of them, in percent, 0 to 100, that may fail; beyond it the plan
   *     stops
   */
  public record Pace(int rate, int errorShare) {

    public Pace {
      if (rate < 1 || rate > 1_000 || errorShare < 0 || errorShare > 100) {
        throw new IllegalArgumentException(
            "a plan has a rate of 1 to 1000 messages a second and an error share of 0 to 100"
                + " percent");
      }
    }
  }

  /**
   * The progress of a plan.
   *
   * @param state where it stands
   * @param digest of the numbers of its messages, or the keys of its intents, and their versions:
   *     the same set, as it stands, has the same digest
   * @param size how many messages
   * @param done how many of them were replayed, failures included
   * @param failed how many of those failed or were refused
   * @param approval whether a second person has agreed to it
   */
  public record Progress(
      State state, UUID digest, int size, int done, int failed, Approval approval) {}

  /**
   * The agreement of a second person to a plan. Its set and its pace never change after it was
   * frozen, so that a person who agrees has seen what will be done.
   */
  public sealed interface Approval {

    /** It can start without. */
    record NotNeeded() implements Approval {}

    /** It cannot start before a person agrees who is not its maker. */
    record Awaited() implements Approval {}

    /**
     * It may start.
     *
     * @param who has agreed
     */
    record ApprovedBy(String who) implements Approval {}
  }

  /** The words stand in the database, in lower case: never rename one. */
  public enum State {
    /** Made, not started. */
    FROZEN,
    /** Some node works on it. */
    RUNNING,
    /** A person paused it; can be resumed. */
    PAUSED,
    /** Too many failed, and it stopped by itself; can be resumed. */
    STOPPED,
    /** All of it is done. Final. */
    DONE,
    /** A person withdrew it. Final. */
    WITHDRAWN;

    /** As the table has it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The state of which the table has {@code word}. */
    public static State of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  /** The consumer whose messages, or the destination whose intents it is about. */
  public Target target() {
    return source.isOfIntents()
        ? Target.destination(consumer.substring(OF_INTENTS.length()))
        : Target.consumer(consumer);
  }

  /** The subject by which the audit names it. */
  public AuditEntry.Subject audited() {
    return new AuditEntry.Subject("plan " + id, Optional.empty());
  }

  /**
   * The material of a plan, and what it does with it. The names stand in the database: never rename
   * one.
   */
  public enum Source {
    /**
     * Messages that wait for a person, to be handed to their consumer again; dead letters too, once
     * they were taken in.
     */
    PARKED,
    /** Messages that took effect and were kept, as their consumer's policy says. */
    KEPT,
    /**
     * Intents that wait for a person; they are sent again, and the plan waits for what comes of it.
     */
    RETRY_INTENTS,
    /** Intents that wait for a person; they shall not take effect. */
    WITHDRAW_INTENTS,
    /** Intents that wait for a person; they took effect, as the operator knows from elsewhere. */
    DELIVER_INTENTS,
    /** Intents that wait for their next attempt; they are sent now, and the plan waits for it. */
    RETRY_PENDING_INTENTS,
    /** Intents that wait for their next attempt; they shall not take effect. */
    WITHDRAW_PENDING_INTENTS;

    /** Whether it is about intents, and not about messages. */
    public boolean isOfIntents() {
      return this != PARKED && this != KEPT;
    }
  }
}
