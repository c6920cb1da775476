// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.semel.internal.claim.ParkedMessage;
import org.semel.message.ParkingReason;

/**
 * A parked message, as it stands in the table.
 *
 * @param id its number
 * @param parked the message and the evidence
 * @param standing where it stands
 */
public record ParkedCase(long id, ParkedMessage parked, Standing standing) {

  private static final Set<ParkingReason> WITHOUT_THEIR_BODY =
      EnumSet.of(
          ParkingReason.TYPE_REFUSED,
          ParkingReason.NOT_TEXT,
          ParkingReason.UNREADABLE,
          ParkingReason.BODY_TOO_LARGE);

  /**
   * Where a case stands.
   *
   * @param state waiting, or settled
   * @param since when it was parked, by the database's clock
   * @param failures releases that failed
   */
  public record Standing(State state, Instant since, int failures) {}

  /** The words stand in the database, in lower case: never rename one. */
  public enum State {
    /** Waits for a person. */
    PARKED,
    /** Was handed to its consumer again, and took effect or had done so before. Final. */
    RELEASED,
    /** Shall not take effect. Final. */
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

  /** Whether it was parked after its claim, which it keeps. */
  public boolean holdsItsClaim() {
    return parked.subject().holdsClaim();
  }

  /** Whether the body that came is kept, and not only evidence of it. */
  public boolean keptItsBody() {
    return !WITHOUT_THEIR_BODY.contains(parked.verdict().reason());
  }

  /** How the audit calls it. */
  public AuditEntry.Subject subject() {
    return new AuditEntry.Subject("parked " + id, parked.subject().identity());
  }
}
