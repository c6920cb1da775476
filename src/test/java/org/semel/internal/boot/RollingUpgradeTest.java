// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.estate.Postgres;
import org.semel.small.SmallServer;

/** The tables are brought forward while nodes of the version before run, stop and start. */
class RollingUpgradeTest {

  private final Postgres postgres = SmallServer.shared().postgres();
  private final AtomicInteger effects = new AtomicInteger();
  private final SmallEstate first = new SmallEstate();
  private final SmallEstate second = new SmallEstate();

  @AfterEach
  void stop() {
    first.close();
    second.close();
    postgres.execute("UPDATE semel_schema SET version = 1, readable_by = 1");
    postgres.execute("ALTER TABLE semel_claim DROP COLUMN IF EXISTS of_version_two");
  }

  @Test
  void nodesOfTheVersionBeforeRunOnAndStartWhileTheTablesAreANewerVersions() {
    start(first);
    take(1);
    postgres.execute("ALTER TABLE semel_claim ADD COLUMN of_version_two text");
    postgres.execute("UPDATE semel_schema SET version = 2, readable_by = 1");
    take(2);
    start(second);
    take(3);
    first.close();
    take(4);
    assertThat(effects).hasValue(4);
  }

  private void take(int message) {
    first.send("k" + message, "b");
    await("message " + message + " takes effect").until(() -> effects.get() == message);
  }

  private void start(SmallEstate node) {
    String consumer = "semel.consumer." + first.name + ".";
    node.with(consumer + "identity", "property:key");
    node.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + first.name).process(exchange -> effects.incrementAndGet());
          }
        });
  }
}
