// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rules of WCAG 2.2, levels A and AA, as far as a program can judge them.
 *
 * @see <a href="https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md">the
 *     rules of axe</a>
 */
class ConsoleAccessibilityTest {

  private static final FixedApi API = new FixedApi();
  private static final Browser BROWSER = Browser.one();

  /** Begins to judge the page; what is found stands in a variable of the page. */
  private static final String JUDGE =
      """
      window.found = undefined;
      axe.run(document, {
        preload: false,
        runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
      }).then(({ passes, violations }) => {
        window.passed = passes.map(({ id }) => id).join();
        window.found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)).join('\\n');
      }, (failure) => { window.found = `axe has failed: ${failure}`; });
      '';
      """;

  private static ConsoleHost host;
  private static String axe;

  @BeforeAll
  static void serve() throws IOException {
    host = new ConsoleHost(API);
    try (InputStream script = Browser.class.getResourceAsStream("/axe.min.js")) {
      axe = new String(script.readAllBytes(), UTF_8);
    }
  }

  @AfterAll
  static void stop() {
    host.close();
  }

  @BeforeEach
  void asAtFirst() {
    API.reset();
  }

  @ParameterizedTest
  @MethodSource("org.semel.internal.console.ConsoleInBrowserTest#screens")
  void noScreenBreaksARule(String place) {
    open(place);
    assertThat(found()).isEmpty();
    assertThat(BROWSER.script("passed"))
        .asString()
        .contains("color-contrast", "document-title", "label", "link-name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"R", "W"})
  void noDialogOfAnActBreaksARule(String key) {
    open("#/parked/17");
    BROWSER.press(KeyCode.valueOf(key));
    BROWSER.until("document.activeElement.id === 'act-why'");
    assertThat(found()).isEmpty();
  }

  @Test
  void theListOfKeysBreaksNoRule() {
    open("#/plans");
    BROWSER.press(KeyCode.SLASH, true);
    BROWSER.until("document.querySelector('dialog[open]') !== null");
    assertThat(found()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "document.querySelector('label[for=q]').remove()",
        "document.documentElement.removeAttribute('lang')",
        "document.querySelector('main h1').style.color = 'rgb(220, 220, 220)'"
      })
  void aPageThatBreaksARuleIsFound(String damage) {
    open("#/");
    BROWSER.script(damage);
    assertThat(found()).isNotEmpty().doesNotContain("axe has failed");
  }

  private static void open(String place) {
    BROWSER.open(host.address() + place, 1200, 900);
    ConsoleInBrowserTest.untilDrawn();
  }

  private static String found() {
    BROWSER.script(axe + "\n;''");
    BROWSER.script(JUDGE);
    BROWSER.until("window.found !== undefined");
    return (String) BROWSER.script("found");
  }
}
