// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class WebKitTest extends BrowserContract {

  @Override
  Browser engine() {
    return WebKit.one();
  }

  @Test
  void anEngineThatEndsWhileItStartsIsStartedAgain() throws IOException {
    Iterator<String> mains = List.of("no.such.Engine", BrowserEngine.class.getName()).iterator();
    WebKit browser = new WebKit(mains::next);
    try {
      browser.open("about:blank", 200, 200);
      assertThat(browser.script("1 + 1")).isEqualTo("2");
    } finally {
      browser.end();
    }
  }

  @Test
  void anEngineThatNeverStartsIsTold() {
    assertThatThrownBy(() -> new WebKit(() -> "no.such.Engine")).isInstanceOf(IOException.class);
  }
}
