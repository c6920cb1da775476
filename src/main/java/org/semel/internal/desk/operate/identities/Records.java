// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.identities;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.semel.internal.engine.send.Destination;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;
import org.semel.operations.ConsumerName;
import org.semel.operations.Dossier.Duplicates;
import org.semel.operations.Dossier.NamedEffect;
import org.semel.operations.Dossier.Remembered;
import org.semel.operations.IntentActs;
import org.semel.operations.IntentActs.IntentContent;
import org.semel.operations.IntentActs.IntentFilter;
import org.semel.operations.IntentActs.IntentGroup;
import org.semel.operations.IntentRecord;
import org.semel.operations.ParkedActs.GroupPlace;
import org.semel.operations.ParkedCase;
import org.semel.operations.ParkedFilter;
import org.semel.operations.Underway;

/** Reads what is known of identities and of intents. Every act joins the caller's transaction. */
public interface Records {

  /** The consumers that are registered, by their names. */
  List<ConsumerName.Known> consumers();

  /**
   * Those of {@code identities} that are remembered, or of which a message is stored, waits for a
   * version, was parked, or has left an intent that is open.
   */
  Set<Identity> known(Collection<Identity> identities);

  /** Its claim, if it is remembered. */
  Optional<Remembered> claim(Identity identity);

  /** Its duplicates since it was claimed. */
  Duplicates absorbed(Identity identity);

  /**
   * Its effects, as its route has named them; the first of them.
   *
   * @param most 1 or more
   */
  List<NamedEffect> effects(Identity identity, int most);

  /** Where it stands, if it was stored first or waits for a version before its own. */
  Underway underway(Identity identity);

  /**
   * The latest of its parked messages, settled ones too, the oldest of these first; of bodies, no
   * more than the size.
   *
   * @param most 1 or more
   */
  List<ParkedCase> cases(Identity identity, int most);

  /** The number of a parked message of it that waits for a person. */
  Optional<Long> waiting(Identity identity);

  /** The number of the parked message that waits for a person and holds its claim. */
  Optional<Long> holder(Identity identity);

  /**
   * Whether its claim is that of a message which never took effect, as a person has decided; an
   * earlier claim of the same identity says nothing.
   */
  boolean withdrawn(Identity identity);

  /** Those intents of these keys that are there. */
  List<IntentRecord> intents(Collection<UUID> keys);

  /**
   * What the intent of this key sends; of a body with more than {@code most} bytes no more than its
   * size is read.
   */
  Optional<IntentContent> content(UUID key, int most);

  /**
   * Its intents that may still happen or wait for a person, whatever their keys; the first of them
   * by destination, name and number.
   *
   * @param most 1 or more
   */
  List<IntentRecord> openIntents(Identity identity, int most);

  /**
   * Intents whose effect their provider, or the person who settled them, calls so; the latest
   * first.
   *
   * @param most 1 or more
   */
  List<IntentRecord> referenced(String reference, int most);

  /**
   * Intents to a destination that wait for a person, without their bodies, in the order in which
   * they were recorded.
   *
   * @param after only those behind this place
   * @param most 1 or more
   */
  List<IntentRecord> parkedIntents(
      Destination destination, ParkedFilter which, IntentRecord.Position after, int most);

  /**
   * Intents to a destination in one state, without their bodies; see {@link IntentActs#list}.
   *
   * @param after only those behind this place; empty for all
   * @param most 1 or more
   */
  List<IntentRecord> intentsIn(
      Destination destination, IntentFilter which, Optional<IntentRecord.Position> after, int most);

  /**
   * Intents that wait for a person by destination, reason and last answer, the largest group first.
   *
   * @param destination only to this one; empty for all
   * @param after only those behind this place
   * @param most 1 or more
   */
  List<IntentGroup> intentGroups(Optional<Destination> destination, GroupPlace after, int most);

  /**
   * The memory by which the policy of a consumer knows what comes again, if that is not its claims,
   * such as {@code strategy=natural}; or the name under which it goes on.
   */
  Optional<String> memoryBesideClaims(String consumer);

  /** What took effect before then a consumer's rule forgets; empty if it has no rule yet. */
  Optional<Instant> rememberedSince(String consumer);

  /**
   * Those of {@code identities} that are claimed, and have not taken effect.
   *
   * @param most 1 or more
   */
  List<Identity> undecided(List<Identity> identities, int most);

  /**
   * Claims those identities that are not claimed yet.
   *
   * @param fingerprint of each
   * @param at when they took effect; now at the latest, by the database's clock
   * @return how many were not
   */
  int remember(List<Identity> identities, Fingerprint fingerprint, Instant at);

  /**
   * Deletes its claim, unless a parked message holds it, and what was stored of it and has ended.
   *
   * @return whether there was one of the two
   */
  boolean forget(Identity identity);

  /**
   * Empties what is kept of its messages, whatever table it lies in, but of those that still wait.
   * Its claim stays.
   *
   * @return in how many rows there was something
   */
  int erase(Identity identity);
}
