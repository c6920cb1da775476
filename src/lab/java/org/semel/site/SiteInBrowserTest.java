// SPDX-License-Identifier: Apache-2.0
package org.semel.site;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.desk.web.console.Browser;

/** The site as a reader has it: opened as a file, and from a web server with a strict policy. */
class SiteInBrowserTest {

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'";

  private static final String BELOW = "/some/path/";

  private static final int WIDE = 1280;
  private static final int NARROW = 390;
  private static final int HIGH = 900;

  private static final String PAPER = "getComputedStyle(document.body).backgroundColor";

  private static final String JUDGE =
      """
      window.found = undefined;
      axe.run(document, {
        runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
      }).then(({ violations }) => {
        window.found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)).join('\\n');
      }, (failure) => { window.found = `axe has failed: ${failure}`; });
      '';
      """;

  @TempDir static Path site;

  private static HttpServer server;

  private Browser browser;

  @BeforeAll
  static void make() throws IOException {
    new Site(Path.of(""), site).write();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(BELOW, SiteInBrowserTest::answer);
    server.start();
  }

  @AfterAll
  static void stop() {
    server.stop(0);
  }

  @BeforeEach
  void engine() {
    browser = Browser.ofTheBuild();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Path file = site.resolve(exchange.getRequestURI().getPath().substring(BELOW.length()));
      if (!Files.isRegularFile(file)) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      exchange.getResponseHeaders().set("Content-Security-Policy", POLICY);
      exchange.getResponseHeaders().set("Content-Type", type(file.toString()));
      exchange.sendResponseHeaders(200, Files.size(file));
      Files.copy(file, exchange.getResponseBody());
    }
  }

  private static String type(String file) {
    return switch (file.substring(file.lastIndexOf('.') + 1)) {
      case "html" -> "text/html";
      case "css" -> "text/css";
      case "js" -> "text/javascript";
      case "svg" -> "image/svg+xml";
      default -> "image/png";
    };
  }

  private enum Place {
    FILE,
    SERVER;

    String address(String page) {
      return this == FILE
          ? site.resolve(page).toUri().toString()
          : "http://localhost:" + server.getAddress().getPort() + BELOW + page;
    }
  }

  private void open(Place place, String page, int width) {
    browser.open(place.address(page), width, HIGH);
    browser.until(
        "location.href === '%s' && document.querySelector('#menu')?.hidden === false"
            .formatted(place.address(page)));
  }

  @ParameterizedTest
  @CsvSource({"FILE, index.html", "SERVER, docs/promises/relay.html"})
  void whatIsSoughtIsFoundAndFollowedByKeysAlone(Place place, String page) {
    open(place, page, WIDE);
    browser.press(KeyCode.SLASH);
    browser.until("document.activeElement.id === 'sought'");
    browser.type("accept-change");
    browser.until("document.querySelectorAll('#found a').length > 1");
    assertThat(browser.script("document.querySelector('#found [role=status]').textContent"))
        .contains("sections");
    browser.press(KeyCode.ENTER);
    browser.until("location.pathname.endsWith('/docs/changes.html')");
    browser.until("document.querySelector('h1')?.textContent.startsWith('Changes') === true");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aCodeOfTheLogIsFoundByItsNumber() {
    open(Place.FILE, "docs/index.html", WIDE);
    browser.press(KeyCode.SLASH);
    browser.type("SEMEL-0430");
    browser.until("document.querySelector('#found a')?.innerText.includes('0430')");
    browser.press(KeyCode.ESCAPE);
    browser.until("document.getElementById('found').hidden");
    assertThat(browser.script("document.activeElement.id")).isEqualTo("sought");
  }

  @Test
  void whatIsNowhereIsSaidToBeNowhere() {
    open(Place.FILE, "index.html", WIDE);
    browser.press(KeyCode.SLASH);
    browser.type("xylophone");
    browser.until(
        "document.querySelector('#found [role=status]').textContent === 'Nothing is found'");
    browser.press(KeyCode.ENTER);
    assertThat(browser.script("location.pathname")).endsWith("/index.html");
  }

  @ParameterizedTest
  @ValueSource(strings = {"FILE", "SERVER"})
  void whoSwitchesToDarkHasItOnTheNextPageToo(Place place) {
    open(place, "index.html", WIDE);
    browser.script("localStorage.clear()");
    assertThat(browser.script(PAPER)).isEqualTo("rgb(255, 255, 255)");
    browser.script("document.getElementById('dark').click()");
    browser.until(PAPER + " === 'rgb(20, 23, 27)'");
    browser.script("document.querySelector('.beside [rel=next]').click()");
    browser.until("location.pathname.endsWith('/docs/guarantees.html')");
    browser.until("document.getElementById('dark')?.getAttribute('aria-pressed') === 'true'");
    assertThat(browser.script(PAPER)).isEqualTo("rgb(20, 23, 27)");
    browser.script("localStorage.clear()");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void whoseSystemIsDarkSeesItDark() {
    open(Place.FILE, "index.html", WIDE);
    browser.script("localStorage.clear()");
    browser.dark();
    assertThat(browser.script(PAPER)).isEqualTo("rgb(20, 23, 27)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "index.html",
        "docs/index.html",
        "docs/first-war.html",
        "docs/console.html",
        "docs/openapi.html",
        "docs/limits.html",
        "samples/quickstart/index.html",
        "server-config/wildfly/configure.cli.html"
      })
  void noPageBreaksARuleOfAccessibilityOrThePolicyOrIsWiderThanATelephone(String page)
      throws IOException {
    open(Place.SERVER, page, NARROW);
    String wider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    assertThat(browser.script(wider)).isEqualTo("false");
    assertThat(found()).isEmpty();
    browser.dark();
    assertThat(found()).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void theResultsBreakNoRuleEither() throws IOException {
    open(Place.SERVER, "docs/index.html", WIDE);
    browser.press(KeyCode.SLASH);
    browser.type("parked");
    browser.until("document.querySelectorAll('#found a').length > 1");
    assertThat(found()).isEmpty();
  }

  @Test
  void onATelephoneTheListOfPagesOpensByItsButton() {
    open(Place.FILE, "docs/adopt.html", NARROW);
    String shown = "getComputedStyle(document.getElementById('shelves')).display";
    assertThat(browser.script(shown)).isEqualTo("none");
    browser.script("document.getElementById('menu').click()");
    assertThat(browser.script(shown)).isEqualTo("block");
  }

  private String found() throws IOException {
    if (browser.script("typeof axe").equals("undefined")) {
      try (InputStream script = Browser.class.getResourceAsStream("/axe.min.js")) {
        browser.script(new String(script.readAllBytes(), UTF_8) + "\n;''");
      }
    }
    browser.script(JUDGE);
    browser.until("window.found !== undefined");
    return browser.script("found");
  }
}
