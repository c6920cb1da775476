// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Pausing a consumer or a destination, on all nodes of the database, and resuming it. A paused
 * consumer receives nothing and works nothing off; what waits stays where it waits. A paused
 * destination leases nothing; intents for it are still recorded. Work in hand ends first. Every
 * node looks every two seconds, so that it obeys two seconds and one look after the act, if it can
 * reach the database; a receive that waits for its first message is in hand, too. A message that an
 * operator hands in meanwhile, by a release, a replay or a plan, goes to the consumer as always:
 * that is an act of its own. If the consumer stores first, it waits there.
 */
public interface PauseActs {

  /** The pauses that hold now, in the order of the names. */
  List<Pause> standing();

  /**
   * Pauses a consumer or a destination.
   *
   * @param kept whether it holds until it is resumed; otherwise a node that is started after it
   *     does not obey it
   */
  PauseResult pause(Target target, boolean kept, OperatorContext by);

  /** Lets it go on. A route that is stopped or suspended stays so. */
  ResumeResult resume(Target target, OperatorContext by);

  /**
   * The target of a pause.
   *
   * @param name as the configuration and the tables have it
   */
  record Target(TargetKind kind, String name) {

    /** A receiver of messages, or a receiver of intents. */
    public enum TargetKind {
      /** Receives messages. */
      CONSUMER,
      /** Gets intents delivered. */
      DESTINATION;

      /** As tables and logs have it. */
      public String word() {
        return this == CONSUMER ? "consumer" : "destination";
      }
    }

    public static Target consumer(String name) {
      return new Target(TargetKind.CONSUMER, name);
    }

    public static Target destination(String name) {
      return new Target(TargetKind.DESTINATION, name);
    }

    /** Such as {@code consumer orders}. */
    @Override
    public String toString() {
      return kind.word() + " " + name;
    }
  }

  /**
   * A pause that stands.
   *
   * @param kept whether it holds until it is resumed; otherwise a node that is started after it
   *     does not obey it
   * @param by who paused it, and why
   * @param since when, by the database's clock
   * @param lapsed since when a node runs the target that does not obey, as it was started after it;
   *     empty if there is none. Others may still obey.
   */
  record Pause(
      Target target, boolean kept, OperatorContext by, Instant since, Optional<Instant> lapsed) {}

  /** The result of pausing. */
  sealed interface PauseResult {

    /** It is paused from now on, on each node as soon as that node looks. */
    record Paused(Pause pause) implements PauseResult {}

    /** It was paused before, and is so still; that pause stands, with its reason. */
    record AlreadyPaused(Pause pause) implements PauseResult {}

    /**
     * An idempotent consumer within the application's own route: Semel receives nothing for it.
     * Suspend that route instead.
     */
    record NotReceiving(Target target) implements PauseResult {}

    /** The database knows no consumer, or no destination, of this name. */
    record UnknownTarget(Target target) implements PauseResult {}
  }

  /** The result of resuming. */
  sealed interface ResumeResult {

    /**
     * It goes on, on each node as soon as that node looks.
     *
     * @param pause that is over
     */
    record Resumed(Pause pause) implements ResumeResult {}

    /** It is not paused. */
    record NotPaused(Target target) implements ResumeResult {}

    /** The database knows no consumer, or no destination, of this name. */
    record NoSuchTarget(Target target) implements ResumeResult {}
  }
}
