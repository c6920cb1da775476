// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.builder.RouteBuilder;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.estate.Postgres;
import org.semel.small.SmallServer;

/** The tables are brought forward while nodes of the version before run, stop and start. */
class RollingUpgradeTest {

  private final Postgres postgres = SmallServer.shared().postgres();
  private final SmallEstate first = new SmallEstate();
  private final SmallEstate second = new SmallEstate();
  private final List<SmallEstate> replacements = new ArrayList<>();
  private final CommittedEffects effects = new CommittedEffects(first.name);

  @AfterEach
  void stop() {
    first.close();
    second.close();
    replacements.forEach(SmallEstate::close);
    effects.close();
    postgres.execute("UPDATE semel_schema SET version = 1, readable_by = 1");
    postgres.execute("ALTER TABLE semel_claim DROP COLUMN IF EXISTS of_version_two");
    postgres.execute("DROP TABLE IF EXISTS semel_of_version_two");
    postgres.execute("DELETE FROM flyway_schema_history WHERE version = '2'");
  }

  /**
   * In the order of the page: the script by Flyway, then node by node, while producers send, each
   * message twice. No message is lost, none takes a second effect, none is parked.
   */
  @Test
  void underLoadTheScriptIsAppliedAndEachNodeReplacedAndEveryMessageTakesEffectOnce()
      throws Exception {
    start(first);
    start(second);
    AtomicBoolean upgraded = new AtomicBoolean();
    CompletableFuture<List<String>> load = CompletableFuture.supplyAsync(() -> send(upgraded));
    await("the load").until(() -> effects.keys().size() > 20);
    bringForward("");
    assertThat(postgres.number("SELECT version FROM semel_schema")).isEqualTo(2);
    replace(first);
    replace(second);
    upgraded.set(true);
    List<String> messages = load.get(10, TimeUnit.MINUTES);
    await("all take effect").until(() -> effects.keys().size() >= messages.size());
    await("all copies are absorbed").until(first::queueIsEmpty);
    assertThat(effects.keys()).containsExactlyInAnyOrderElementsOf(messages);
    assertThat(first.count("semel_duplicate", "true")).isEqualTo(messages.size());
    assertThat(first.count("semel_parked", "true")).isZero();
  }

  /** Else all others would wait behind it, for as long as that transaction is in doubt. */
  @Test
  void aScriptThatMeetsATransactionInDoubtGivesUpAtItsTimeOutAndTheNodesWorkOn() {
    start(first);
    String doubt = first.name;
    postgres.execute(
        "BEGIN; LOCK TABLE semel_claim IN ROW EXCLUSIVE MODE; PREPARE TRANSACTION '" + doubt + "'");
    try {
      assertThatThrownBy(() -> bringForward("SET lock_timeout = '500ms'"))
          .hasStackTraceContaining("lock timeout");
      assertThat(postgres.number("SELECT version FROM semel_schema")).isEqualTo(1);
      take(1);
    } finally {
      postgres.execute("ROLLBACK PREPARED '" + doubt + "'");
    }
    bringForward("SET lock_timeout = '30s'");
    assertThat(postgres.number("SELECT version FROM semel_schema")).isEqualTo(2);
    take(2);
  }

  /** The last step of such an upgrade shuts the door behind it. */
  @Test
  void nodesOfTheVersionBeforeDoNotStartOnceTheTablesAreNotReadableByThem() {
    start(first);
    postgres.execute("UPDATE semel_schema SET version = 2, readable_by = 2");
    assertThatThrownBy(() -> start(second)).hasStackTraceContaining("SEMEL-0410");
    take(1);
    assertThat(effects.keys()).as("a node that runs goes on").containsExactly("k1");
  }

  /**
   * Applies the next version's script.
   *
   * @param initially what each session says before; blank for nothing
   */
  private void bringForward(String initially) {
    Flyway.configure()
        .dataSource(postgres.owner())
        .initSql(initially)
        .locations(
            "classpath:org/semel/postgresql/migrations",
            "filesystem:src/test/resources/version-two")
        .load()
        .migrate();
  }

  private List<String> send(AtomicBoolean enough) {
    List<String> messages = new ArrayList<>();
    while (!enough.get() || messages.size() < 100) {
      String key = "load-" + messages.size();
      first.send(key, key);
      first.send(key, key);
      messages.add(key);
    }
    return messages;
  }

  /** A node ends what it has in hand and stops; the one that takes its place starts. */
  private void replace(SmallEstate node) {
    int before = effects.keys().size();
    node.close();
    SmallEstate replacement = new SmallEstate(first.name);
    replacements.add(replacement);
    start(replacement);
    await("effects go on").until(() -> effects.keys().size() > before + 20);
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
    assertThat(effects.keys()).containsExactly("k1", "k2", "k3", "k4");
  }

  private void take(int message) {
    first.send("k" + message, "k" + message);
    await("message " + message + " takes effect").until(() -> effects.keys().size() == message);
  }

  private void start(SmallEstate node) {
    String consumer = "semel.consumer." + first.name + ".";
    node.with(consumer + "identity", "property:key");
    node.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + first.name).process(effects::add);
          }
        });
  }
}
