// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChromiumTest extends BrowserContract {

  @Override
  Browser engine() {
    return Chromium.one();
  }

  /** By the trusted types of the policy; WebKit, as it is here, does not know them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "document.querySelector('main').innerHTML = '<b>x</b>'",
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<b>x</b>')",
        "document.write('<b>x</b>')",
        "new DOMParser().parseFromString('<b>x</b>', 'text/html')",
        "eval('1 + 1')",
        "document.createElement('script').src = 'console.js'",
        "trustedTypes.createPolicy('mine', { createHTML: (text) => text })"
      })
  void theBrowserRefusesMarkupAndCodeMadeOfText(String script) {
    open("#/audit");
    assertThatThrownBy(() -> browser.script(script)).isInstanceOf(IllegalStateException.class);
    assertThat(browser.complaints()).asString().contains("refused by");
  }

  @Test
  void aPageThatCrashesIsToldAtOnceAndAnotherIsOpened() {
    assertThatThrownBy(this::crash).hasStackTraceContaining("its page has crashed");
    open("#/audit");
  }

  private void crash() {
    browser.open("chrome://crash", 200, 200);
    browser.until("false");
  }
}
