// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** The console in a browser engine, over an API that answers from fixed JSON. */
abstract class ConsoleContract {

  static final FixedApi API = new FixedApi();

  private static final int WIDE = 1200;
  private static final int HIGH = 900;

  private static ConsoleHost host;

  Browser browser;

  /** The engine that is tested. */
  abstract Browser engine();

  /** Every screen, with one address of it. */
  static Stream<String> screens() {
    return Stream.of(
        "#/",
        "#/find?q=17",
        "#/identity?consumer=orders&key=17",
        "#/parked",
        "#/parked?consumer=orders",
        "#/parked/17",
        "#/conflicts",
        "#/conflicts?consumer=orders",
        "#/kept",
        "#/kept?consumer=orders",
        "#/kept/17",
        "#/intents",
        "#/intents?destination=mail",
        "#/intents?destination=mail&state=PENDING",
        "#/intents?destination=mail&state=DELIVERED",
        "#/intents/" + FixedApi.INTENT,
        "#/plans",
        "#/plans/3",
        "#/gaps",
        "#/gaps?consumer=orders",
        "#/gaps?consumer=orders&key=17",
        "#/in-doubt",
        "#/audit",
        "#/doctor",
        "#/nothing");
  }

  @BeforeAll
  static void serve() throws IOException {
    host = new ConsoleHost(API);
  }

  @AfterAll
  static void stop() {
    host.close();
  }

  /** Of the page. */
  static String address() {
    return host.address();
  }

  @BeforeEach
  void asAtFirst() {
    browser = engine();
    API.reset();
  }

  /** Nobody complains where there is no such engine. */
  final void assertNoComplaints() {
    if (browser != null) {
      assertThat(browser.complaints()).isEmpty();
    }
  }

  final void open(String place) {
    openIn(WIDE, HIGH, place);
    script("sessionStorage.clear()"); // reasons that another test has given
  }

  final void openIn(int width, int height, String place) {
    browser.open(address() + place, width, height);
    untilDrawn();
  }

  final void goTo(String place) {
    script("location.hash = " + Json.createValue(place));
    browser.until("location.hash === " + Json.createValue(place));
    untilDrawn();
  }

  /** The screen of the present address has been read. */
  final void untilDrawn() {
    browser.until(
        "document.querySelector('main')?.dataset.place === location.hash"
            + " && document.querySelector('main > *').readAt !== null");
  }

  final void act(String key, String reason) {
    press(key);
    browser.until("document.activeElement.id === 'act-why'");
    script("document.getElementById('act-why').value = " + Json.createValue(reason));
    script("document.querySelector('dialog form').requestSubmit()");
  }

  final void press(String key) {
    boolean letter = Character.isLetter(key.charAt(0));
    browser.press(
        letter ? KeyCode.valueOf(key.toUpperCase(Locale.ROOT)) : KeyCode.SLASH, key.equals("?"));
  }

  final void script(String script) {
    browser.script(script);
  }

  final String text(String selector) {
    return browser.script("document.querySelector('" + selector + "').textContent");
  }

  final int number(String script) {
    return Integer.parseInt(browser.script(script));
  }

  static List<ConsoleHost.Asked> acts() {
    return API.asked.stream().filter(one -> one.method().equals("POST")).toList();
  }

  static String key(int act) {
    return acts().get(act).headers().get("idempotency-key");
  }

  /** Whether the page says that it was read so many seconds ago, or minutes, and why no later. */
  static String isOld(String seconds, String why) {
    return "/Read ((%s) s|\\d+ min) ago; %s/.test(document.getElementById('age').textContent)"
        .formatted(seconds, why);
  }

  static long reads(String path) {
    return API.asked.stream().filter(one -> one.target().split("\\?", 2)[0].equals(path)).count();
  }
}
