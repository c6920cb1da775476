// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.message.Identity;
import org.semel.operations.GapActs.SettingBack;
import org.semel.operations.KeptActs;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.Plan;
import org.semel.operations.Selection;
import org.semel.small.Jms;

/** A projection over versions is built anew, as the page on operations tells. */
class ProjectionTest {

  private static final OperatorContext ANN =
      new OperatorContext("ann", "the projection is built anew");

  private static final String OLDEST_GOES =
      "DELETE FROM semel_body WHERE id = (SELECT min(id) FROM semel_body WHERE consumer = '%s')";

  private final SmallEstate estate = new SmallEstate();
  private final Operations operations = new StartedOperations(() -> estate.engine().operations());
  private final List<String> projection = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @CsvSource({
    "claim, xa, without-intents, replay",
    "claim, ack-after-commit, without-intents, replay",
    "version, xa, without-intents, replay",
    "claim, store-first, allowed, stored",
    "version, store-first, allowed, stored"
  })
  void itIsBuiltAnewFromWhatIsKept(
      String strategy, String protocol, String replay, String occasion) {
    start(strategy, protocol, replay);
    String first = protocol.equals("store-first") ? "stored" : "delivery";
    project("a", 1);
    project("b", 1);
    project("a", 2);
    project("b", 2);
    assertThat(projection)
        .containsExactly(first + " a1", first + " b1", first + " a2", first + " b2");
    await("all is kept").until(() -> estate.count("semel_body", "true") == 4);
    projection.clear();
    forgetAllThatIsKept();
    while (operations.gaps().setAllBack(estate.name, 0, 1, ANN) > 0) {
      assertThat(projection).isEmpty();
    }
    replayed(replayed(0));
    await().until(() -> projection.size() == 4);
    assertThat(projection)
        .filteredOn(row -> row.contains(" a"))
        .containsExactly(occasion + " a1", occasion + " a2");
    assertThat(projection)
        .filteredOn(row -> row.contains(" b"))
        .containsExactly(occasion + " b1", occasion + " b2");
    project("a", 3);
  }

  @Test
  void itIsBuiltAnewFromTheFirstVersionThatIsStillKept() {
    start("claim", "xa", "without-intents");
    project("a", 1);
    project("a", 2);
    project("a", 3);
    await("all is kept").until(() -> estate.count("semel_body", "true") == 3);
    estate.server.postgres().execute(OLDEST_GOES.formatted(estate.name));
    projection.clear();
    long last = operations.kept().last(estate.name);
    assertThat(operations.kept().forget(estate.name, 0, last, 3, ANN).forgotten()).isEqualTo(2);
    assertThat(operations.gaps().setAllBack(estate.name, 0, 9, ANN)).as("too far").isEqualTo(1);
    assertThat(operations.gaps().setBack(new Identity(estate.name, "a"), 1, ANN))
        .isEqualTo(new SettingBack.SetBack(0));
    replayed(0);
    assertThat(projection).containsExactly("replay a2", "replay a3");
    project("a", 4);
  }

  private void forgetAllThatIsKept() {
    long last = operations.kept().last(estate.name);
    KeptActs.Page page = operations.kept().forget(estate.name, 0, last, 3, ANN);
    assertThat(page.last()).isPresent();
    page = operations.kept().forget(estate.name, page.last().orElseThrow(), last, 3, ANN);
    assertThat(page.last()).contains(last);
  }

  /** Half of what is kept, behind {@code after}. */
  private long replayed(long after) {
    Selection half = Selection.kept(estate.name, 2).beyond(after);
    Replays replays = new Replays(operations, ANN);
    long plan = replays.frozen(half, new Plan.Pace(100, 0));
    replays.run(plan);
    return operations.plans().last(plan).orElseThrow();
  }

  private void start(String strategy, String protocol, String replay) {
    estate.consumer("strategy", strategy);
    estate.under(protocol);
    estate.consumer("replay", replay);
    estate.consumer("keep-body", "true");
    estate.consumer("identity", "property:event");
    estate.consumer("aggregate", "property:aggregate");
    estate.consumer("version", "property:version");
    estate.consumer("poll", "50ms");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).process(exchange -> write(exchange));
          }
        });
  }

  private void write(Exchange exchange) {
    projection.add(
        exchange.getProperty("SemelOccasion", String.class)
            + " "
            + exchange.getMessage().getBody(String.class));
  }

  /** And waits until it is written. */
  private void project(String aggregate, long version) {
    int before = projection.size();
    Jms.send(
        estate.server.broker(),
        estate.name,
        context -> {
          var message = context.createTextMessage(aggregate + version);
          message.setStringProperty("event", "e-" + aggregate + version);
          message.setStringProperty("aggregate", aggregate);
          message.setStringProperty("version", Long.toString(version));
          return message;
        });
    await().until(() -> projection.size() == before + 1);
    await().until(estate::queueIsEmpty);
  }
}
