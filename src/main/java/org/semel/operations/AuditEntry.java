// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.semel.message.Identity;
import org.semel.operations.AuditEntry.Act;

/**
 * One entry of the audit: an act of an operator.
 *
 * @param by who, and why
 * @param act what
 * @param subject to what
 * @param outcome what it came to; may name a failure's class, never quotes payload
 */
public record AuditEntry(OperatorContext by, Act act, Subject subject, String outcome) {

  /**
   * The subject of an act.
   *
   * @param name such as {@code parked 17}
   * @param identity whose it is; empty if it has none, or is about many
   */
  public record Subject(String name, Optional<Identity> identity) {}

  /**
   * An entry, read back.
   *
   * @param at when, by the database's clock
   */
  public record Line(AuditEntry entry, Instant at) {}

  /**
   * An entry as a list of all has it.
   *
   * @param id its number; a later one is higher, but of acts at the same time
   * @param at when, by the database's clock
   * @param subject to what, such as {@code parked 17}
   * @param identity digest of the identity whose it is; see {@link Identity#digest()}
   */
  public record Noted(
      long id,
      Instant at,
      OperatorContext by,
      Act act,
      String subject,
      Optional<UUID> identity,
      String outcome) {}

  /** The act of an operator. The names stand in the database: never rename one. */
  public enum Act {
    /** Handed a parked message to its consumer again. */
    RELEASE,
    /** Decided that a parked message shall not take effect. */
    WITHDRAW,
    /** Set a stored message aside before it took effect. */
    SET_ASIDE,
    /** Handed a message to its consumer again that had taken effect and was kept. */
    REPLAY,
    /** Decided that an intent shall not take effect. */
    WITHDRAW_INTENT,
    /** Made an intent due at once. */
    RETRY_INTENT,
    /** Recorded that an intent took effect. */
    DELIVER_BY_HAND,
    /** Forgot an identity, so that it may take effect again. */
    FORGET,
    /** Remembered identities that took effect before there was Semel. */
    REMEMBER,
    /** Erased what was kept of an identity's messages. */
    ERASE,
    /** Declared missing versions of an aggregate lost. */
    DECLARE_LOST,
    /** Set an aggregate back, or many, so that its versions take effect again. */
    SET_BACK,
    /** Froze a plan of many messages or intents. */
    PLAN,
    /** Agreed to a plan that another person had made. */
    APPROVE_PLAN,
    /** Started a plan. */
    START_PLAN,
    /** Paused a plan. */
    PAUSE_PLAN,
    /** Resumed a plan. */
    RESUME_PLAN,
    /** Withdrew a plan. */
    WITHDRAW_PLAN,
    /** Imported dead letters. */
    TAKE_IN,
    /** Read the body of a message. */
    VIEW,
    /** Paused a consumer or a destination. */
    PAUSE,
    /** Resumed a consumer or a destination. */
    RESUME,
    /** Asked for an act over HTTP, and was refused; nothing was changed. */
    REFUSED,
    /** A plan ended, or stopped by itself; written by the node that worked on it. */
    END_PLAN,
    /** An act of another version, for which this version has no name. Never written. */
    UNKNOWN
  }
}
