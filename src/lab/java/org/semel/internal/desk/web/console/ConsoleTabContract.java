// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who has a keyboard and no mouse comes to everything that can be pressed or filled, and away. */
abstract class ConsoleTabContract extends ConsoleContract {

  /** Of a whole round, the steps at most that are the browser's own. */
  private static final int BROWSERS_OWN = 3;

  /**
   * Names all controls that can be reached, of the dialog if one is open, and notes which of them
   * gets the focus and whether one sees it.
   */
  private static final String NOTE =
      """
      window.controls = () => [...(document.querySelector('dialog[open]') ?? document)
        .querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')]
        .filter((node) => node.getClientRects().length > 0 && !node.disabled);
      window.walk = [];
      window.unseen = [];
      if (!window.noted) {
        window.noted = true;
        addEventListener('focusin', ({ target }) => {
          window.walk.push(controls().indexOf(target));
          const { outlineStyle, outlineWidth } = getComputedStyle(target);
          const { width, height } = target.getBoundingClientRect();
          if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2 || width * height === 0) {
            window.unseen.push(target.outerHTML);
          }
        });
      }
      ''""";

  @ParameterizedTest
  @MethodSource("screens")
  void tabReachesEveryControlOfAScreenInItsOrderAndNoneHoldsIt(String place) {
    open(place);
    press("z"); // what is drawn anew gets its focus again, which is no step
    assertWalked(false);
    assertWalked(true);
  }

  @ParameterizedTest
  @MethodSource("screens")
  void tabStaysInADialogAndTheFocusComesBackFromIt(String place) {
    open(place);
    press("z");
    for (String label : labels()) {
      script(button(label) + ".focus()");
      script(button(label) + ".click()");
      if (number("document.querySelectorAll('dialog[open]').length") == 1) {
        assertWalked(false);
        assertWalked(true);
        browser.press(KeyCode.ESCAPE);
        browser.until("document.querySelector('dialog') === null");
        assertThat(browser.script("document.activeElement === " + button(label)))
            .as(label)
            .isEqualTo("true");
      }
    }
  }

  @Test
  @InEachEngine
  void tabWalksAScreenAndTheDialogsOfItsActs() {
    tabReachesEveryControlOfAScreenInItsOrderAndNoneHoldsIt("#/parked/17");
    tabStaysInADialogAndTheFocusComesBackFromIt("#/parked/17");
  }

  @Test
  @InEachEngine
  void theListOfKeysIsWalkedAndLeft() {
    open("#/plans");
    press("z");
    script("document.getElementById('help').focus()");
    press("?");
    browser.until("document.querySelector('dialog[open]') !== null");
    assertWalked(false);
    browser.press(KeyCode.ESCAPE);
    browser.until("document.activeElement.id === 'help'");
  }

  @Test
  @InEachEngine
  void whoStandsOnALinkKeepsTheFocusWhenItIsKnownWhatTheyMaySee() {
    CountDownLatch answered = new CountDownLatch(1);
    API.instead(
        "GET /",
        200,
        """
        {"user": "tia", "roles": ["VIEWER"], "links": [],
         "scopes": [{"role": "VIEWER", "consumers": ["reservations"], "destinations": []}]}""");
    API.late("GET /", answered);
    open("#/audit");
    try {
      script("document.querySelector('#screens a[href=\"#/parked\"]').focus()");
    } finally {
      answered.countDown();
    }
    browser.until("!document.getElementById('part').hidden");
    assertThat(browser.script("document.activeElement.getAttribute('href')")).isEqualTo("#/parked");
  }

  @Test
  @InEachEngine
  void whoFollowsALinkStaysOnIt() {
    open("#/audit");
    script("document.querySelector('#screens a[href=\"#/plans\"]').focus()");
    script("document.activeElement.click()");
    browser.until("document.querySelector('main h1').textContent === 'Plans'");
    assertThat(browser.script("document.activeElement.getAttribute('href')")).isEqualTo("#/plans");
  }

  /** What the others stand on. */
  @ParameterizedTest
  @InEachEngine
  @ValueSource(
      strings = {
        "document.querySelector('main button').tabIndex = -1",
        "document.querySelector('main a').tabIndex = 1",
        "document.getElementById('pause').addEventListener('keydown', (event) => event.preventDefault())",
        "document.querySelector('main button').style.outline = 'none'"
      })
  void aPageThatHoldsOrHidesTheFocusIsFound(String damage) {
    open("#/parked/17");
    press("z");
    script(damage);
    assertThat(walked(false) + unseen()).isNotEqualTo(wanted(false));
  }

  private void assertWalked(boolean back) {
    String walked = walked(back);
    assertThat(walked).isEqualTo(wanted(back));
    assertThat(unseen()).isEmpty();
  }

  /** One whole round, and the step that closes it. */
  private String walked(boolean back) {
    browser.script(NOTE);
    int all = number("controls().length");
    IntStream.range(0, all).forEach(step -> browser.press(KeyCode.TAB, back));
    for (int more = 0; more < BROWSERS_OWN && number("walk.length") <= all; more++) {
      browser.press(KeyCode.TAB, back);
    }
    return browser.script("walk.join()");
  }

  private String unseen() {
    return browser.script("unseen.join()");
  }

  /** All controls, from whichever was the first to be walked to. */
  private String wanted(boolean back) {
    int all = number("controls().length");
    int first = number("walk[0] ?? 0");
    IntUnaryOperator step = i -> Math.floorMod(back ? first - i : first + i, all);
    return IntStream.rangeClosed(0, all).map(step).mapToObj(String::valueOf).collect(joining(","));
  }

  private List<String> labels() {
    String labels =
        browser.script(
            "[...new Set([...document.querySelectorAll('main button[type=button]')].map((b) => b.textContent))].join('|')");
    return labels.isEmpty() ? List.of() : List.of(labels.split("\\|"));
  }

  private static String button(String label) {
    return "[...document.querySelectorAll('main button')].find((b) => b.textContent === "
        + Json.createValue(label)
        + ")";
  }
}
