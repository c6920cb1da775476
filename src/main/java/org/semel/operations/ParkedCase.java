// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.ParkingReason;

/**
 * A parked message, as it stands in the table.
 *
 * @param id its number
 * @param consumer whose message it is
 * @param message headers and body as they came
 * @param cause why it cannot take effect
 * @param evidence what is known about its identity
 * @param standing where it stands
 */
public record ParkedCase(
    long id, String consumer, Message message, Cause cause, Evidence evidence, Standing standing) {

  /**
   * The reason for which a message cannot take effect.
   *
   * @param reason the code
   * @param detail a sentence, or the last failure; may quote payload
   * @param group of one that failed: the class of the first cause, and the first place in the
   *     application's own code, such as {@code java.lang.IllegalStateException at
   *     com.shop.Orders.reserve}; quotes no payload. Of a release that failed later: that failure's
   */
  public record Cause(ParkingReason reason, String detail, Optional<String> group) {}

  /**
   * The evidence about the identity of a parked message.
   *
   * @param identity empty if it has none
   * @param offered fingerprint of the body that is parked
   * @param conflict the body with which the identity took effect, if that is another one
   * @param differing names of the outermost JSON fields in which the two bodies differ; empty if
   *     that is not known
   * @param holdsClaim whether it was parked after its claim, which it keeps
   * @param whole whether the body that came was kept, as the version says that parked it
   */
  public record Evidence(
      Optional<Identity> identity,
      Optional<Fingerprint> offered,
      Optional<RecordedBody> conflict,
      List<String> differing,
      boolean holdsClaim,
      boolean whole) {

    public Evidence {
      differing = List.copyOf(differing);
    }
  }

  /**
   * The body with which an identity took effect.
   *
   * @param recorded its fingerprint
   * @param at when it took effect, by the database's clock
   */
  public record RecordedBody(Fingerprint recorded, Instant at) {}

  /**
   * The standing of a case.
   *
   * @param state waiting, or settled
   * @param since when it was parked, by the database's clock
   * @param failures releases that failed
   * @param version another one whenever anything about the case has changed; see {@link RowVersion}
   */
  public record Standing(ParkedState state, Instant since, int failures, long version) {}

  /** The words stand in the database, in lower case: never rename one. */
  public enum ParkedState {
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
    public static ParkedState of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  /** Whether it waits for a person and holds the claim of its identity. */
  public boolean blocksItsIdentity() {
    return standing.state() == ParkedState.PARKED && evidence.holdsClaim();
  }

  /** Whether the body that came is kept, and not only evidence of it. */
  public boolean keptItsBody() {
    return evidence.whole() && cause.reason().keepsTheBody();
  }

  /** The subject by which the audit names it. */
  public AuditEntry.Subject audited() {
    return new AuditEntry.Subject("parked " + id, evidence.identity());
  }
}
