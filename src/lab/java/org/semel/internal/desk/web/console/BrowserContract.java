// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the console's tests stand on. */
abstract class BrowserContract extends ConsoleContract {

  @Test
  void anEngineThatHasEndedFailsOneTestAndNotTheNext() {
    browser.open("about:blank", 200, 200);
    browser.end();
    assertThatThrownBy(() -> browser.script("1 + 1"))
        .isInstanceOf(BrowserGone.class)
        .hasMessageContaining("has ended with exit code 137");
    browser.open("about:blank", 200, 200);
    assertThat(browser.script("1 + 1")).isEqualTo("2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "console.error('a fault of the page')",
        "setTimeout(() => { throw new Error('nobody catches it') })",
        "document.querySelector('main').setAttribute('style', 'color: red')",
        "document.head.append(Object.assign(document.createElement('script'), { textContent: 'window.pwned = 1' }))",
        "document.body.append(Object.assign(document.createElement('img'), { src: 'https://localhost:1/x.png' }))"
      })
  void whatAPageDoesAmissIsHeard(String amiss) {
    open("#/audit");
    assertThat(browser.complaints()).isEmpty();
    browser.script(amiss.startsWith("document") ? "try { " + amiss + " } catch { }" : amiss);
    await("a complaint of " + amiss).until(() -> !browser.complaints().isEmpty());
    assertThat(browser.script("window.pwned === undefined")).isEqualTo("true");
  }

  @Test
  void aPageIsLightUntilItIsAskedToBeDark() {
    String paper = "getComputedStyle(document.body).backgroundColor";
    open("#/");
    assertThat(browser.script(paper)).isEqualTo("rgb(255, 255, 255)");
    browser.dark();
    assertThat(browser.script(paper)).isEqualTo("rgb(21, 23, 26)");
    open("#/audit");
    assertThat(browser.script(paper)).isEqualTo("rgb(255, 255, 255)");
  }
}
