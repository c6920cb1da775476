// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.operate.plan.PlanListener;
import org.semel.internal.desk.operate.plan.PlanWorker;
import org.semel.internal.desk.web.console.Browser;
import org.semel.internal.desk.web.console.ConsoleHost;
import org.semel.internal.desk.web.console.WebKit;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.operations.Plan;
import org.semel.small.SmallServer;

/**
 * Parked messages, released by a plan that a person freezes and starts in the console: over the
 * real API, and a real database in which each message has its effect. A build releases two
 * thousand, with which a plan comes to its largest rounds (888 are released before); {@code
 * -Dsemel.released=10000} releases ten thousand.
 */
class ConsoleReleasesManyTest {

  private static final int MANY = Integer.getInteger("semel.released", 2_000);
  private static final int AT_ONCE = 1_000;

  /** On a machine that does much else. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Browser browser = WebKit.one();
  private final RestWorld rest = new RestWorld();
  private final PlanWorker worker =
      new PlanWorker(rest.operations::driver, Thread::new, PlanListener.NONE);
  private ConsoleHost host;

  @BeforeEach
  void serve() throws IOException {
    SmallServer.shared()
        .postgres()
        .execute(
            "CREATE TABLE IF NOT EXISTS released_effect (consumer text NOT NULL, key text NOT NULL);"
                + " GRANT ALL ON released_effect TO semel");
    rest.route = (message, identity) -> takeEffect(identity);
    host = new ConsoleHost(rest::answer);
    worker.start();
  }

  @AfterEach
  void stop() {
    worker.stop();
    host.close();
  }

  /** In the transaction of its release; a second time would be a second row. */
  private static void takeEffect(Identity identity) throws SQLException {
    try (Connection connection = SmallServer.shared().dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO released_effect VALUES (?, ?)")) {
      insert.setString(1, identity.consumer());
      insert.setString(2, identity.key());
      insert.executeUpdate();
    }
  }

  @Test
  void manyAreReleasedByAPlanAndNoneTwice() {
    for (int from = 0; from < MANY; from += AT_ONCE) {
      park(from);
    }
    Plan plan = frozen();
    long before = System.nanoTime();
    start(plan);
    browser.until(readAgain() + ", " + progress() + " > 0 && " + progress() + " < " + MANY);
    await("the plan is done")
        .atMost(LONGEST)
        .pollInterval(Duration.ofMillis(500)) // more would take from the plan
        .until(() -> state(plan) == Plan.State.DONE);
    System.out.printf(
        "Console: %d released by a plan in %.1f s%n", MANY, (System.nanoTime() - before) / 1e9);
    browser.until("document.querySelector('main dd').textContent === 'DONE'");
    assertThat(browser.script(progress())).isEqualTo(String.valueOf(MANY));
    assertThat(text("main")).contains(MANY + " of " + MANY);
    assertThat(effects()).hasSize(MANY).doesNotHaveDuplicates();
    assertThat(Set.copyOf(effects())).isEqualTo(keys());
    assertThat(rest.operations.parked().waiting(rest.consumer, 0, 1)).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  /** As the receiver does after the last attempt, claims and all. */
  private void park(int from) {
    List<Offer> offers =
        IntStream.range(from, from + AT_ONCE)
            .mapToObj(
                i ->
                    new Offer(
                        new Identity(rest.consumer, "k" + i),
                        FingerprintProfile.EXACT.of(message(i))))
            .toList();
    List<ParkedMessage> parked =
        IntStream.range(from, from + AT_ONCE)
            .mapToObj(
                i ->
                    new ParkedMessage(
                        rest.consumer,
                        message(i),
                        new Verdict(ParkingReason.ATTEMPTS_EXHAUSTED, "no such tariff"),
                        IdentityEvidence.of(offers.get(i - from)).holdingClaim()))
            .toList();
    rest.world.act(
        () -> {
          rest.world.memory().claims().claim(offers);
          rest.world.memory().parking().park(parked);
          return parked;
        });
  }

  private static Message message(int i) {
    return Messages.keyed("k" + i, "{\"seats\": 2}", 1);
  }

  /** By the dialog, whose set is the one that stands in the database. */
  private Plan frozen() {
    open("#/parked?consumer=" + rest.consumer);
    browser.press(KeyCode.F);
    browser.until("document.activeElement.id === 'act-most'");
    fill("most", String.valueOf(MANY));
    fill("rate", "1000");
    fill("errorShare", "0");
    fill("why", "the tariffs are there");
    browser.script("document.querySelector('dialog form').requestSubmit()");
    browser.until("/^#\\/plans\\/\\d+$/.test(location.hash)");
    long id = Long.parseLong(browser.script("location.hash.split('/')[2]"));
    untilDrawn("#/plans/" + id);
    Plan plan = rest.operations.plans().find(id).orElseThrow();
    assertThat(plan.progress().size()).isEqualTo(MANY);
    assertThat(text(".set")).contains(set(plan));
    return plan;
  }

  private void start(Plan plan) {
    browser.press(KeyCode.S);
    browser.until("document.activeElement.id === 'act-why'");
    assertThat(text("dialog")).contains("Start plan " + plan.id(), set(plan));
    browser.script("document.querySelector('dialog form').requestSubmit()");
    browser.until("document.querySelector('dialog') === null");
  }

  private static String set(Plan plan) {
    return MANY + " items, digest " + plan.progress().digest();
  }

  /** By itself the page does it every few seconds, in which a fast machine may release them all. */
  private static String readAgain() {
    return "document.querySelector('main > *').load()";
  }

  private static String progress() {
    return "document.querySelector('progress').value";
  }

  private Plan.State state(Plan plan) {
    return rest.operations.plans().find(plan.id()).orElseThrow().progress().state();
  }

  private List<String> effects() {
    return SmallServer.shared()
        .jdbc()
        .query(
            "read the effects",
            "SELECT key FROM released_effect WHERE consumer = ?",
            binds -> binds.text(rest.consumer),
            row -> row.getString(1));
  }

  private static Set<String> keys() {
    return IntStream.range(0, MANY).mapToObj(i -> "k" + i).collect(toSet());
  }

  private void fill(String field, String value) {
    browser.script("document.getElementById('act-" + field + "').value = '" + value + "'");
  }

  private void open(String place) {
    browser.open(host.address() + place, 1000, 640);
    untilDrawn(place);
  }

  private void untilDrawn(String place) {
    browser.until(
        "document.querySelector('main')?.dataset.place === '"
            + place
            + "' && document.querySelector('main > *').readAt !== null");
  }

  private String text(String selector) {
    return browser.script("document.querySelector('" + selector + "').textContent");
  }
}
