// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.BeforeAll;
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
abstract class ConsoleAccessibilityContract extends ConsoleContract {

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

  private static String axe;

  @BeforeAll
  static void readRules() throws IOException {
    try (InputStream script = Browser.class.getResourceAsStream("/axe.min.js")) {
      axe = new String(script.readAllBytes(), UTF_8);
    }
  }

  @ParameterizedTest
  @MethodSource("screens")
  void noScreenBreaksARuleLightOrDark(String place) {
    open(place);
    assertNothingIsFound();
    browser.dark();
    assertNothingIsFound();
  }

  /** Nothing found by rules that were not applied would be worth nothing. */
  private void assertNothingIsFound() {
    assertThat(found()).isEmpty();
    assertThat(browser.script("passed"))
        .contains("color-contrast", "document-title", "label", "link-name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"R", "W"})
  void noDialogOfAnActBreaksARule(String key) {
    open("#/parked/17");
    browser.press(KeyCode.valueOf(key));
    browser.until("document.activeElement.id === 'act-why'");
    assertThat(found()).isEmpty();
    browser.dark();
    assertThat(found()).isEmpty();
  }

  @Test
  @InEachEngine
  void theListOfKeysBreaksNoRule() {
    open("#/plans");
    browser.press(KeyCode.SLASH, true);
    browser.until("document.querySelector('dialog[open]') !== null");
    assertThat(found()).isEmpty();
  }

  @ParameterizedTest
  @InEachEngine
  @ValueSource(
      strings = {
        "document.querySelector('label[for=q]').remove()",
        "document.documentElement.removeAttribute('lang')",
        "document.querySelector('main h1').style.color = 'rgb(220, 220, 220)'"
      })
  void aPageThatBreaksARuleIsFound(String damage) {
    open("#/");
    browser.script(damage);
    assertThat(found()).isNotEmpty().doesNotContain("axe has failed");
  }

  private String found() {
    if (browser.script("typeof axe").equals("undefined")) {
      browser.script(axe + "\n;''");
    }
    browser.script(JUDGE);
    browser.until("window.found !== undefined");
    return browser.script("found");
  }
}
