// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What database, broker, provider and transaction manager say in the end.
 *
 * @param effects how often each key took effect, and the quantity in all
 * @param claims identities remembered
 * @param deliveries what the consumer took off the queue
 * @param parked keys that wait for a person, with their reasons
 * @param left what has not been worked off
 * @param provider what the provider says, if there is one
 */
record Facts(
    Map<String, Effect> effects,
    long claims,
    long deliveries,
    Map<String, String> parked,
    Left left,
    External provider) {

  /**
   * What became of one key.
   *
   * @param times rows; nothing in the database keeps them from being two
   * @param quantity of all of them
   */
  record Effect(long times, long quantity) {}

  /**
   * What has not been worked off.
   *
   * @param queued messages in the consumer's queue
   * @param deadLettered keys of messages in the dead-letter queue
   * @param doubts what nobody has decided yet
   */
  record Left(long queued, List<String> deadLettered, Doubts doubts) {}

  /**
   * What became of intents.
   *
   * @param intents keys recorded
   * @param delivered accepted, as the relay has it
   * @param effects keys, as whoever takes them says; one that took effect twice is there twice
   */
  record External(Set<String> intents, long delivered, List<String> effects) {}

  /**
   * What is prepared or decided and not ended yet.
   *
   * @param database global ids in {@code pg_prepared_xacts}
   * @param broker global ids that the broker has prepared
   * @param log records of the transaction manager
   */
  record Doubts(Set<String> database, Set<String> broker, Set<String> log) {

    static final Doubts NONE = new Doubts(Set.of(), Set.of(), Set.of());

    int count() {
      return database.size() + broker.size() + log.size();
    }

    Doubts and(Doubts others) {
      return new Doubts(
          union(database, others.database), union(broker, others.broker), union(log, others.log));
    }

    /** These, less the others. */
    Doubts without(Doubts others) {
      return new Doubts(
          less(database, others.database), less(broker, others.broker), less(log, others.log));
    }

    private static Set<String> less(Set<String> all, Set<String> others) {
      Set<String> rest = new HashSet<>(all);
      rest.removeAll(others);
      return rest;
    }

    private static Set<String> union(Set<String> a, Set<String> b) {
      Set<String> all = new HashSet<>(a);
      all.addAll(b);
      return all;
    }

    /** How many there are of each. */
    Count counted() {
      return new Count(database.size(), broker.size(), log.size());
    }

    /** Of {@link Doubts}. */
    record Count(int database, int broker, int log) {

      Count and(Count others) {
        return new Count(database + others.database, broker + others.broker, log + others.log);
      }
    }

    boolean isEmpty() {
      return count() == 0;
    }

    /** Whether none of these is among {@code later} ones. */
    boolean endedBy(Doubts later) {
      return later.database.stream().noneMatch(database::contains)
          && later.broker.stream().noneMatch(broker::contains)
          && later.log.stream().noneMatch(log::contains);
    }

    @Override
    public String toString() {
      return "database %d, broker %d, log %d".formatted(database.size(), broker.size(), log.size());
    }
  }
}
