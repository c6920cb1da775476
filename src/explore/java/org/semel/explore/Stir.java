// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import org.semel.small.SmallServer;

/** What is still under way in a case. */
final class Stir {

  private static final String STIRS =
      """
      SELECT concat_ws(', ',
        (SELECT nullif(count(*), 0) || ' stored' FROM semel_inbox
          WHERE consumer = $1 AND state NOT IN ('COMPLETED', 'PARKED')),
        (SELECT nullif(count(*), 0) || ' intents' FROM semel_intent WHERE consumer = $1 AND state IN ('pending', 'leased')),
        (SELECT nullif(count(*), 0) || ' aggregates' FROM semel_version AS v WHERE consumer = $1 AND state = ANY ($2)
          AND NOT (state = 'gap' AND EXISTS (SELECT FROM semel_parked AS p
            WHERE p.consumer = v.consumer AND p.aggregate = v.aggregate AND p.version = v.version + 1 AND p.state = 'parked'
              AND p.reason NOT IN ('GAP', 'CONFLICT') AND p.whole))))
      """
          .replace("$1", "?")
          .replace("$2", "string_to_array(?, ' ')");

  private static final String DELIVERED =
      "SELECT count(*) FROM semel_intent WHERE consumer = ? AND destination = split_part(consumer, '-r', 1) AND state = 'delivered'";

  private final SmallServer server;
  private final Looks looks;
  private final String name;
  private final boolean sendsToQueue;
  private final String moving;

  Stir(SmallServer server, Looks looks, String name, Case played) {
    this.server = server;
    this.looks = looks;
    this.name = name;
    this.sendsToQueue = played.has(Key.PROVIDER, "queue");
    this.moving = played.has(Key.GAP_DEADLINE, "1s") ? "ready gap" : "ready";
  }

  private Stir(SmallServer server, Looks looks, String name) {
    this.server = server;
    this.looks = looks;
    this.name = name;
    this.sendsToQueue = false;
    this.moving = "";
  }

  /** Of a consumer that keeps no order, and whose destination is no queue. */
  static Stir of(SmallServer server, Looks looks, String name) {
    return new Stir(server, looks, name);
  }

  /** In words; nothing if all is quiet. The queue goes first: what has left it is in the tables. */
  String now() {
    long queued = server.broker().messages(name);
    if (queued > 0) {
      return "%d in the queue, %d of them with consumers"
          .formatted(queued, server.broker().delivering(name));
    }
    String stirs = looks.texts(STIRS, name, name, name, moving).get(0);
    if (!stirs.isEmpty() || !sendsToQueue) {
      return stirs;
    }
    long missing = looks.number(DELIVERED, name) - server.broker().messages(Routes.outOf(name));
    return missing > 0 ? missing + " delivered, and not yet in their queue" : "";
  }
}
