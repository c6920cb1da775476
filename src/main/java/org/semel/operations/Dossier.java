// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;

/**
 * Everything that the tables know of one identity, of each kind no more than {@link #MOST}. An
 * effect that a route wrote outside Semel's tables is listed if the route names it ({@code
 * inbox:effect?name=…}).
 *
 * @param consumer whether a consumer has that name, and the form of its keys
 * @param claim shows that it took effect, or was parked after its claim
 * @param effects as its route has named them; the first
 * @param absorbed its duplicates
 * @param failures attempts that failed, while it is still being tried
 * @param underway where it stands if it was stored first, or waits for an earlier version
 * @param parked its messages that waited for a person, or still do; with the size of their bodies;
 *     the latest, the oldest of these first
 * @param intents its external effects, to the destinations that this application knows, by
 *     destination, name and number; those that may still happen before the others
 * @param acts what operators did, the latest first
 * @param more of what there is more than is shown
 */
public record Dossier(
    Identity identity,
    ConsumerName consumer,
    Optional<Remembered> claim,
    List<NamedEffect> effects,
    Duplicates absorbed,
    Optional<FailedAttempts> failures,
    Underway underway,
    List<ParkedCase> parked,
    List<IntentRecord> intents,
    List<AuditEntry.Line> acts,
    More more) {

  /** So many effects, parked messages, intents and acts are shown. */
  public static final int MOST = 100;

  /** The flags that say where there is more than is shown. */
  public record More(boolean effects, boolean parked, boolean intents, boolean acts) {}

  /** The same, with its parked messages as they are here: those of it, with their bodies. */
  public Dossier withParked(List<ParkedCase> cases) {
    return new Dossier(
        identity, consumer, claim, effects, absorbed, failures, underway, cases, intents, acts,
        more);
  }

  /**
   * A claim, as it stands in the table.
   *
   * @param fingerprint of the body that was claimed
   * @param at when, by the database's clock
   * @param transaction the database's number of the transaction that claimed it; found in its log
   *     for as long as that is kept, and reused after 2^32 transactions
   */
  public record Remembered(Fingerprint fingerprint, Instant at, String transaction) {}

  /**
   * An effect that a route has named.
   *
   * @param name as the route calls it
   * @param at when, by the database's clock
   * @param transaction the database's number of the transaction that made it; found in its log for
   *     as long as that is kept, and reused after 2^32 transactions
   */
  public record NamedEffect(String name, Instant at, String transaction) {}

  /**
   * Deliveries that came after their identity had taken effect.
   *
   * @param latest empty if there were none
   */
  public record Duplicates(long count, Optional<Instant> latest) {}

  /**
   * Attempts that failed. Only an attempt that was alone in its transaction counts.
   *
   * @param count how many failed; 0 if it was only present when others failed with it
   * @param stops how often a transient fault, or the end of its server, stopped it alone
   * @param kind class name of what was thrown last
   * @param detail its message; may quote payload
   */
  public record FailedAttempts(int count, int stops, String kind, String detail) {}
}
