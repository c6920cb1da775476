// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.desk.web.console.ConsoleReply.Reader;

/** What is answered below {@code /semel}. */
class ConsolePagesTest {

  private static final ConsolePages PAGES = new ConsolePages();

  static Stream<String> paths() {
    return Stream.concat(
        Stream.of("/"),
        ConsolePages.FILES.stream().filter(name -> !name.equals("index.html")).map("/"::concat));
  }

  @ParameterizedTest
  @MethodSource("paths")
  void everyFileComesWithItsTypeAndTheHeadersThatGuardIt(String path) {
    ConsoleReply reply = PAGES.answer("GET", path, null);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).isNotEmpty();
    assertThat(reply.headers()).containsEntry("Content-Type", type(path));
    assertGuarded(reply);
  }

  private static String type(String path) {
    String type =
        switch (path.substring(path.lastIndexOf('.') + 1)) {
          case "js" -> "text/javascript";
          case "css" -> "text/css";
          case "svg" -> "image/svg+xml";
          default -> "text/html";
        };
    return type + "; charset=utf-8";
  }

  private static void assertGuarded(ConsoleReply reply) {
    assertThat(reply.headers())
        .containsEntry(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                + " form-action 'self'; base-uri 'none'; frame-ancestors 'none';"
                + " require-trusted-types-for 'script'; trusted-types 'none'")
        .containsEntry("X-Content-Type-Options", "nosniff")
        .containsEntry("Referrer-Policy", "no-referrer")
        .containsEntry("Cross-Origin-Opener-Policy", "same-origin")
        .containsEntry("Cross-Origin-Resource-Policy", "same-origin");
  }

  @Test
  void thePageIsForThoseWhoLoggedInAndNobodyKeepsIt() {
    ConsoleReply page = PAGES.answer("GET", "/", null);
    assertThat(page.who()).isEqualTo(Reader.LOGGED_IN);
    assertThat(page.headers()).containsEntry("Cache-Control", "no-store");
    assertThat(PAGES.answer("GET", "/", page.headers().get("ETag")).status()).isEqualTo(200);
  }

  @Test
  void aPartThatTheBrowserHasIsNotSentAgain() {
    ConsoleReply script = PAGES.answer("GET", "/console.js", null);
    assertThat(script.who()).isEqualTo(Reader.ANYONE);
    assertThat(script.headers()).containsEntry("Cache-Control", "no-cache");
    ConsoleReply again = PAGES.answer("GET", "/console.js", script.headers().get("ETag"));
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(PAGES.answer("GET", "/dom.js", script.headers().get("ETag")).status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "//",
        "/index.html",
        "/CONSOLE.js",
        "/console.js/",
        "/./console.js",
        "/../console.js",
        "/../../../../META-INF/MANIFEST.MF",
        "/..%2fconsole.js",
        "/ConsolePages.class",
        "/console.js\0",
        "/console.js;x",
        "\\console.js",
        "/api/v1/parked",
        "http://example.org/console.js"
      })
  void allElseIsNotThere(String path) {
    ConsoleReply reply = PAGES.answer("GET", path, null);
    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.body()).isEqualTo("Not found.\n");
    assertGuarded(reply);
  }

  @Test
  void whatIsOffAnswersAsWhatIsNotThere() {
    assertThat(ConsolePages.off()).isEqualTo(PAGES.answer("GET", "/nothing", null));
    assertThat(ConsolePages.off().status()).isEqualTo(404);
  }

  @Test
  void thePathWithoutASlashLeadsToThePageByARelativeLink() {
    ConsoleReply reply = PAGES.answer("GET", null, null);
    assertThat(reply.status()).isEqualTo(308);
    assertThat(reply.headers()).containsEntry("Location", "semel/");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "TRACE", "OPTIONS", "get"})
  void nothingButReadingIsAnswered(String method) {
    ConsoleReply reply = PAGES.answer(method, "/", null);
    assertThat(reply.status()).isEqualTo(405);
    assertThat(reply.headers()).containsEntry("Allow", "GET, HEAD");
    assertGuarded(reply);
  }
}
