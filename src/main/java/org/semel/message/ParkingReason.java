// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import java.util.List;
import java.util.Set;

/**
 * The reason for which a message could not take effect and waits, parked, for a person. The names
 * stand in the database: never rename one. It is an open word: while two versions of Semel run side
 * by side, the later one may have parked a message for a reason of which the earlier one has only
 * the name. Such a message is listed, released and withdrawn like any other.
 */
public final class ParkingReason {
  /** The policy's identity rule found no identity. */
  public static final ParkingReason NO_IDENTITY = new ParkingReason("NO_IDENTITY");

  /** The key that the rule found is too long, or has control characters. */
  public static final ParkingReason IDENTITY_INVALID = new ParkingReason("IDENTITY_INVALID");

  /** The identity rule reads JSON, and the body is not JSON. */
  public static final ParkingReason NOT_JSON = new ParkingReason("NOT_JSON");

  /** The text holds half of a surrogate pair, which no UTF-8 can carry. */
  public static final ParkingReason NOT_TEXT = new ParkingReason("NOT_TEXT");

  /**
   * An object message, which only running a producer's classes could read; or a map or stream that
   * holds what Jakarta Messaging does not know.
   */
  public static final ParkingReason TYPE_REFUSED = new ParkingReason("TYPE_REFUSED");

  /** The broker's client or the identity rule failed to read it. */
  public static final ParkingReason UNREADABLE = new ParkingReason("UNREADABLE");

  /** More headers, or larger ones, than the policy allows. */
  public static final ParkingReason HEADERS_REFUSED = new ParkingReason("HEADERS_REFUSED");

  /** A body larger than the policy allows; its beginning is kept. */
  public static final ParkingReason BODY_TOO_LARGE = new ParkingReason("BODY_TOO_LARGE");

  /**
   * The identity, or the version of its aggregate, took effect before with another body: the
   * producer used a key twice.
   */
  public static final ParkingReason CONFLICT = new ParkingReason("CONFLICT");

  /**
   * The time of its identity is older than what is remembered, or too far ahead: whether it has
   * taken effect is unknown.
   */
  public static final ParkingReason OUT_OF_TIME = new ParkingReason("OUT_OF_TIME");

  /** Its time to live had passed when it was handled, by the database's clock. */
  public static final ParkingReason EXPIRED = new ParkingReason("EXPIRED");

  /** The route failed as often as the policy allows. */
  public static final ParkingReason ATTEMPTS_EXHAUSTED = new ParkingReason("ATTEMPTS_EXHAUSTED");

  /** The route failed with an exception that the policy does not retry. */
  public static final ParkingReason TERMINAL_FAILURE = new ParkingReason("TERMINAL_FAILURE");

  /** An operator set it aside before it took effect. */
  public static final ParkingReason SET_ASIDE = new ParkingReason("SET_ASIDE");

  /**
   * Earlier versions are missing for longer than the policy waits. The message stays held; if they
   * arrive, all are released in order.
   */
  public static final ParkingReason GAP = new ParkingReason("GAP");

  /**
   * Transient faults or crashes stopped it too often while it was alone and others took effect: the
   * message is the likely cause.
   */
  public static final ParkingReason DELIVERIES_EXHAUSTED =
      new ParkingReason("DELIVERIES_EXHAUSTED");

  /** The broker gave the message up; an operator imported it from the dead letters. */
  public static final ParkingReason DEAD_LETTERED = new ParkingReason("DEAD_LETTERED");

  private static final Set<ParkingReason> WITHOUT_THEIR_BODY =
      Set.of(TYPE_REFUSED, NOT_TEXT, UNREADABLE, BODY_TOO_LARGE);

  private static final List<ParkingReason> KNOWN =
      List.of(
          NO_IDENTITY,
          IDENTITY_INVALID,
          NOT_JSON,
          NOT_TEXT,
          TYPE_REFUSED,
          UNREADABLE,
          HEADERS_REFUSED,
          BODY_TOO_LARGE,
          CONFLICT,
          OUT_OF_TIME,
          EXPIRED,
          ATTEMPTS_EXHAUSTED,
          TERMINAL_FAILURE,
          SET_ASIDE,
          GAP,
          DELIVERIES_EXHAUSTED,
          DEAD_LETTERED);

  private final String name;

  private ParkingReason(String name) {
    this.name = name;
  }

  /** The reason of this name; the same object for each name that this version knows. */
  public static ParkingReason of(String name) {
    return KNOWN.stream()
        .filter(known -> known.name.equals(name))
        .findFirst()
        .orElseGet(() -> new ParkingReason(name));
  }

  /** Those that this version knows. */
  public static List<ParkingReason> known() {
    return KNOWN;
  }

  /**
   * Whether the body that came is kept, and not only evidence of it, as far as the reason says so:
   * of one that this version does not know, the message itself does.
   */
  public boolean keepsTheBody() {
    return !WITHOUT_THEIR_BODY.contains(this);
  }

  /** As the database has it. */
  public String name() {
    return name;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ParkingReason reason && reason.name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  /** Its name. */
  @Override
  public String toString() {
    return name;
  }
}
