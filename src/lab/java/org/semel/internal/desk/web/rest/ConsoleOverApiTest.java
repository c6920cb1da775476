// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.internal.desk.web.console.Browser;
import org.semel.internal.desk.web.console.ConsoleHost;
import org.semel.internal.desk.web.console.Picture;
import org.semel.internal.desk.web.console.WebKit;
import org.semel.small.ForgottenBranch;
import org.semel.small.SmallServer;

/**
 * The console in a browser engine, over the real API and a real database. It also makes the
 * pictures of the docs: {@code -Dtest=ConsoleOverApiTest -Dsemel.docs=write}.
 */
class ConsoleOverApiTest {

  private static final Path PICTURES = Path.of("docs/pictures");
  private static final boolean DRAWS = System.getProperty("semel.docs", "").equals("write");
  private static final int WIDE = 1000;
  private static final int HIGH = 640;

  private static final Browser BROWSER = WebKit.one();

  private static RestWorld rest;
  private static WaitingWork work;
  private static ConsoleHost host;
  private static ForgottenBranch branch;

  @BeforeAll
  static void serve() throws IOException {
    rest = new RestWorld(DRAWS ? "reservations" : "c-" + UUID.randomUUID(), keys -> keys);
    work = new WaitingWork(rest);
    branch = ForgottenBranch.over(SmallServer.shared().postgres(), "semel_claim", "semel_intent");
    rest.diagnosis = DatabaseDoctor.of("shop, 1@here", SmallServer.shared().postgres());
    host = new ConsoleHost(rest::answer);
    Files.createDirectories(PICTURES);
  }

  @AfterAll
  static void stop() {
    host.close();
    branch.close();
  }

  @AfterEach
  void thePageHasComplainedOfNothing() {
    assertThat(BROWSER.complaints()).isEmpty();
  }

  /**
   * Each screen: the name of its picture, if there is one, its address, and words that it must
   * show.
   */
  static Stream<Object[]> screens() {
    String consumer = rest.consumer;
    return Stream.of(
        new Object[] {"overview", "#/", "mail"},
        new Object[] {"", "#/find?q=R-9999", "Nothing in this database"},
        new Object[] {"identity", "#/identity?consumer=" + consumer + "&key=R-2001", "CONFLICT"},
        new Object[] {"failure-groups", "#/parked", "com.example.NoSuchTariff at"},
        new Object[] {"parked", "#/parked?consumer=" + consumer, "ATTEMPTS_EXHAUSTED"},
        new Object[] {"parked-message", "#/parked/" + work.failed, "R-1001"},
        new Object[] {"conflict", "#/parked/" + work.conflict, "CONFLICT"},
        new Object[] {"conflicts", "#/conflicts?consumer=" + consumer, "R-2001"},
        new Object[] {"kept", "#/kept?consumer=" + consumer, "R-0901"},
        new Object[] {"", "#/kept/" + work.kept, "R-0903"},
        new Object[] {"intents", "#/intents?destination=mail", "OUTCOME_UNKNOWN"},
        new Object[] {"", "#/intents/" + work.unknown.key(), "OUTCOME_UNKNOWN"},
        new Object[] {"plan", "#/plans/" + work.plan.id(), "FROZEN"},
        new Object[] {"gaps", "#/gaps?consumer=" + consumer, "flight-LH1790"},
        new Object[] {"in-doubt", "#/in-doubt", "semel_claim"},
        new Object[] {"doctor", "#/doctor", "fsync"},
        new Object[] {"", "#/audit", "the price list of the 20th is mended"});
  }

  @ParameterizedTest
  @MethodSource("screens")
  void everyScreenShowsWhatIsThere(String picture, String place, String words) throws IOException {
    open(place);
    assertThat(BROWSER.script("document.querySelectorAll('main .problem').length")).isEqualTo("0");
    assertThat(text("main")).contains(words).doesNotContain("undefined", "NaN", "[object");
    draw(picture);
  }

  /** Its own screen is gone before anybody can look at it. */
  @Test
  void theOnlyThingOfAnIdOpensAtOnce() {
    BROWSER.open(host.address() + "#/find?q=R-2001", WIDE, HIGH);
    untilDrawn("#/identity?consumer=" + rest.consumer + "&key=R-2001");
    assertThat(text("main")).contains("CONFLICT");
  }

  /** Its claim keeps copies of it away, and says nothing of an effect. */
  @Test
  void ofAMessageThatWaitsParkedNoScreenSaysThatItTookEffect() {
    open("#/identity?consumer=" + rest.consumer + "&key=R-1001");
    assertThat(text("main"))
        .contains("ATTEMPTS_EXHAUSTED", "Without effectparked message " + work.failed + ", PARKED")
        .doesNotContain("Took effect", "after it took effect");
  }

  @Test
  void ofAMessageThatWaitsParkedNoConflictSaysThatItTookEffect() {
    long conflict = work.conflictWith("R-1002");
    open("#/conflicts?consumer=" + rest.consumer);
    assertThat(text("main table")).contains("R-1002").doesNotContainIgnoringCase("took effect");
    open("#/parked/" + conflict);
    assertThat(text("main")).contains("CONFLICT").doesNotContainIgnoringCase("took effect");
  }

  @Test
  void aMessageThatIsReleasedTakesEffectOnce() throws IOException {
    long id = rest.parked("R-3001");
    open("#/parked/" + id);
    BROWSER.until("document.querySelector('main').textContent.includes('R-3001')");
    BROWSER.press(KeyCode.R);
    BROWSER.until("document.activeElement.id === 'act-why'");
    BROWSER.script("document.getElementById('act-why').value = 'the price list is mended'");
    draw("release");
    BROWSER.script("document.querySelector('dialog form').requestSubmit()");
    BROWSER.until("document.getElementById('status').textContent.includes('is released')");
    assertThat(rest.effects).containsOnlyOnce("R-3001");
  }

  private static void draw(String picture) throws IOException {
    if (DRAWS && !picture.isEmpty()) {
      new Picture(BROWSER).write(PICTURES.resolve(picture + ".png"));
    }
  }

  private static void open(String place) {
    BROWSER.open(host.address() + place, WIDE, HIGH);
    untilDrawn(place);
  }

  private static void untilDrawn(String place) {
    BROWSER.until(
        "document.querySelector('main')?.dataset.place === "
            + Json.createValue(place)
            + " && document.querySelector('main > *').readAt !== null");
  }

  private static String text(String selector) {
    return BROWSER.script("document.querySelector('" + selector + "').textContent");
  }
}
