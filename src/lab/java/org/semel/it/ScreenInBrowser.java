// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.semel.internal.desk.web.console.WebKit;

/**
 * The address of a screen in a browser that knows no login: neither a server, nor a form, nor a
 * provider learns what stands behind # in it.
 */
final class ScreenInBrowser {

  private static final String PLACE = "#/parked?consumer=reservations";

  private ScreenInBrowser() {}

  static WebKit open(int port, String application) {
    WebKit browser = WebKit.one();
    browser.open("http://localhost:" + port + "/" + application + "/semel/" + PLACE, 1024, 768);
    return browser;
  }

  static void assertThatItIsShown(WebKit browser) {
    browser.until("document.querySelector('main h1')?.textContent.startsWith('Parked')");
    browser.until("document.querySelector('main [aria-busy]') === null");
    assertThat(browser.script("location.hash")).isEqualTo(PLACE);
    assertThat(browser.complaints()).isEmpty();
  }
}
