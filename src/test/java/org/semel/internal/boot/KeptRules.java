// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.awaitility.Awaitility.await;

import org.apache.camel.builder.RouteBuilder;
import org.semel.estate.Postgres;
import org.semel.small.Jms;

/** What the database has been told of how long rows are kept. */
final class KeptRules {

  private final Postgres postgres;

  KeptRules(SmallEstate estate) {
    this.postgres = estate.server.postgres();
  }

  /** So many days; 0 if nobody has said. */
  long days(String kept, String owner) {
    return postgres.number(
        "SELECT coalesce(max(extract(epoch FROM age) / 86400)::bigint, 0) FROM semel_retention WHERE kept = ? AND owner = ?",
        kept,
        owner);
  }

  /**
   * Waits until {@code estate} has told all its rules once more: a name that it has had is taken
   * away, and comes again with a new one, as a round tells them all where one has changed.
   */
  void awaitRoundOf(SmallEstate estate) throws Exception {
    long before = days("CLAIM", estate.name);
    postgres.execute(
        "DELETE FROM semel_retention WHERE kept = 'CLAIM' AND owner = '" + estate.name + "'");
    String late = Jms.queue(estate.server.broker());
    estate.camel.addRoutes(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + late).log("received");
          }
        });
    await("a round of retention tells all rules").until(() -> days("CLAIM", estate.name) == before);
  }
}
