// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import java.util.Optional;

/**
 * That a step did what no step may do.
 *
 * @param step in which it was done; empty if on a thread that runs no step
 * @param what was done, for a reader
 */
record Evidence(Kind kind, Optional<String> step, String what) {

  /** Ways to take effect apart from the message. */
  enum Kind {
    SENT(
        "sends at once, and again with each delivery",
        "Record it as an intent: .to(\"intent:…\"), and send in a route of its own, from(\"intent:…\")."),
    ONE_KEY(
        "sends several requests under one key, of which a provider that honours keys does the first",
        "Record an intent for each of them, or make keys of it: simple(\"${header.Idempotency-Key}-note\")."),
    OWN_TRANSACTION(
        "commits a transaction of its own, which stays when that of the message rolls back",
        "Leave REQUIRES_NEW and UserTransaction out: without them it joins the transaction of the message."),
    NO_TRANSACTION(
        "writes in no transaction, which stays when that of the message rolls back",
        "Write on the route's own thread and in its transaction: without NOT_SUPPORTED, threads or executors of your own."),
    MORE(
        "leaves its write behind when the transaction of the message rolls back",
        "Write through Semel's data source: @PersistenceContext of a unit over it, or @Inject @Semel DataSource; no connection"
            + " and no thread of your own."),
    LESS(
        "remembers in memory what has rolled back, and does nothing when the message comes again",
        "Ask the database instead of a field or a cache, or fill the cache after the commit: Semel absorbs duplicates already."),
    REMEMBERS(
        "remembers in a static field what it has done, and does nothing when the application starts anew in the same machine",
        "Ask the database instead: a class is shared by all messages and outlives every roll-back.",
        true),
    ABSORBS(
        "does less for a second message that differs in its identity alone",
        "Where the application knows its messages by a number of their own, run the class itself, without Arquillian: each"
            + " run has a new database then.",
        true),
    FORGETS(
        "does not give a message the same identity each time",
        "Name a key that the producer minted: semel.consumer.<name>.identity=…; never a time, a counter or a random value."),
    FORGOTTEN(
        "leaves no memory of a message that took effect: its next copy takes effect again",
        "Leave Semel's tables to Semel: no statement, trigger or script of yours deletes from semel_claim or semel_window."),
    PARKED(
        "does not get a message through that it got through without the fault",
        "See the reason and the detail of what is parked.",
        true);

    final String words;
    final String remedy;
    final boolean letsAllDiffer;

    Kind(String words, String remedy) {
      this(words, remedy, false);
    }

    Kind(String words, String remedy, boolean letsAllDiffer) {
      this.words = words;
      this.remedy = remedy;
      this.letsAllDiffer = letsAllDiffer;
    }
  }
}
