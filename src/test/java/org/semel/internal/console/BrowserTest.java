// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

/** What the console's tests stand on. */
class BrowserTest {

  @Test
  void anEngineThatHasEndedFailsOneTestAndNotTheNext() {
    Browser browser = Browser.one();
    browser.end();
    assertThatThrownBy(() -> browser.script("1 + 1")).isInstanceOf(UncheckedIOException.class);
    browser.open("about:blank", 200, 200);
    assertThat(browser.script("1 + 1")).isEqualTo("2");
  }
}
