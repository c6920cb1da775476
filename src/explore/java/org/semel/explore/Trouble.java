// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import static org.semel.explore.Trouble.Place.BEFORE_COMMIT;
import static org.semel.explore.Trouble.Place.COMMIT;
import static org.semel.explore.Trouble.Place.PART;
import static org.semel.explore.Trouble.Place.PREPARE;
import static org.semel.explore.Trouble.Place.PROVIDER;
import static org.semel.explore.Trouble.Place.RECEIPT;
import static org.semel.explore.Trouble.Place.ROUTE;
import static org.semel.explore.Trouble.Place.SECOND_PHASE;
import static org.semel.explore.Trouble.Place.SWALLOWED;

import java.util.Set;

/**
 * What goes wrong, and where.
 *
 * @param key of the messages that it befalls; {@link #ANYBODY} at the receipt
 * @param times how often; {@link #ALWAYS}: until it is mended
 */
record Trouble(Cause cause, Place place, String key, int times) implements Part {

  static final int ALWAYS = 0;
  static final String ANYBODY = "anybody";

  /** Where it shows. */
  enum Place {
    /** At the end of the route. */
    ROUTE,
    /** In the first part of a message that is split; the others go on. */
    PART,
    /** In what has asked to be called before the transaction completes. */
    BEFORE_COMMIT,
    /** When the database prepares or commits. */
    COMMIT,
    /** At the end of the route, which hides it. */
    SWALLOWED,
    /** When all are asked whether they can commit. */
    PREPARE,
    /** When all have agreed, and it is decided. */
    SECOND_PHASE,
    /** When the broker is told that the messages are had. */
    RECEIPT,
    /** With the provider, for the intents of the message. */
    PROVIDER
  }

  /** What follows; docs/causes.md and docs/sendings.md are the tables. */
  enum Verdict {
    /** The message's failure: after its attempts it is parked. */
    COUNTS,
    /** Contention, an outage, or in doubt: no attempt is counted. */
    PASSES,
    /** The intent did not take effect, and is sent again. */
    CERTAIN,
    /** The intent will never take effect. */
    REFUSED,
    /** Nobody knows whether the intent took effect. */
    UNKNOWN
  }

  /** What goes wrong. */
  @SuppressWarnings("ImmutableEnumChecker") // of Set.of
  enum Cause {
    PLAIN(Verdict.COUNTS, ROUTE, BEFORE_COMMIT, PART),
    ERROR(Verdict.COUNTS, ROUTE, BEFORE_COMMIT),
    /** What it says has a sign that no database holds. */
    NUL(Verdict.COUNTS, ROUTE, BEFORE_COMMIT),
    /** The route ends its transaction, which is not its own. */
    ENDED(Verdict.COUNTS, ROUTE),
    INTERRUPT(Verdict.COUNTS, ROUTE, BEFORE_COMMIT),
    MARKED(Verdict.COUNTS, ROUTE),
    P0001(Verdict.COUNTS, ROUTE, BEFORE_COMMIT, COMMIT, SWALLOWED),
    XX000(Verdict.COUNTS, ROUTE, BEFORE_COMMIT, COMMIT, SWALLOWED),
    S23514(Verdict.COUNTS, ROUTE, BEFORE_COMMIT, COMMIT, SWALLOWED),
    S22012(Verdict.COUNTS, ROUTE, BEFORE_COMMIT, COMMIT, SWALLOWED),
    S40001(Verdict.PASSES, ROUTE, BEFORE_COMMIT, COMMIT, SWALLOWED),
    S40P01(Verdict.PASSES, ROUTE, BEFORE_COMMIT, COMMIT, SWALLOWED),
    S55P03(Verdict.PASSES, ROUTE, BEFORE_COMMIT, COMMIT, SWALLOWED),
    S57014(Verdict.PASSES, ROUTE, BEFORE_COMMIT, COMMIT, SWALLOWED),
    S53200(Verdict.PASSES, ROUTE, BEFORE_COMMIT, COMMIT, SWALLOWED),
    /** A rival has changed the row. */
    STALE(Verdict.PASSES, ROUTE, BEFORE_COMMIT),
    BROKER(Verdict.PASSES, ROUTE, BEFORE_COMMIT),
    NO_CONNECTION(Verdict.PASSES, ROUTE, BEFORE_COMMIT),
    /** The route makes a temporary table: the database cannot prepare that, and can commit it. */
    TEMPORARY(Verdict.PASSES, ROUTE),
    /** The route leads its session to another schema, which has tables like Semel's. */
    WANDERS(Verdict.PASSES, ROUTE),
    /** The database ends the session in which the route writes. */
    SESSION_ENDED(Verdict.PASSES, ROUTE),
    /** Another branch votes against, and does not say why. */
    AGAINST(Verdict.PASSES, PREPARE),
    /** Another branch has decided by itself, and nobody knows how. */
    HEURISTIC(Verdict.PASSES, SECOND_PHASE),
    /** The broker loses a commit, and hands the messages out again. */
    LOST(Verdict.PASSES, RECEIPT),
    /** The provider asks to come again. */
    NOT_NOW(Verdict.CERTAIN, PROVIDER),
    /** The provider ends the connection in the handshake of TLS. */
    HANDSHAKE(Verdict.CERTAIN, PROVIDER),
    /** The queue behind the route that delivers is full. */
    FULL(Verdict.CERTAIN, PROVIDER),
    DECLINED(Verdict.REFUSED, PROVIDER),
    /** The provider fails before it does anything. */
    FAILS_BEFORE(Verdict.UNKNOWN, PROVIDER),
    /** The provider fails after all is done. */
    FAILS_AFTER(Verdict.UNKNOWN, PROVIDER),
    /** The same; and from then on it declines, as it has the effect already. */
    THEN_DECLINED(Verdict.UNKNOWN, PROVIDER);

    final Verdict verdict;
    final Set<Place> places;

    Cause(Verdict verdict, Place... places) {
      this.verdict = verdict;
      this.places = Set.of(places);
    }

    /** As the database says it; causes of other kinds have none. */
    String state() {
      return name().startsWith("S") ? name().substring(1) : name();
    }

    boolean isSaidByTheDatabase() {
      return places.contains(COMMIT);
    }
  }

  boolean isForEver() {
    return times == ALWAYS;
  }

  @Override
  public String line() {
    return "trouble %s %s %s %d".formatted(Part.word(cause), Part.word(place), key, times);
  }
}
