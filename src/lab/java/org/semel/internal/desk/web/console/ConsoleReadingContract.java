// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person has before them stays as it is while the page reads again. */
abstract class ConsoleReadingContract extends ConsoleContract {

  /** Selects the longest text that the API has said, as a mouse would. */
  private static final String SELECT =
      """
      (() => {
        const texts = document.createTreeWalker(document.querySelector('main > * > div:last-child'), NodeFilter.SHOW_TEXT);
        let longest = texts.nextNode();
        for (let text = longest; text !== null; text = texts.nextNode()) {
          longest = text.data.length > longest.data.length ? text : longest;
        }
        const range = document.createRange();
        range.selectNodeContents(longest);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        return getSelection().toString();
      })()""";

  /** Every control of a screen gets the focus, one after another; whoever loses it is named. */
  private static final String LOSE_FOCUS =
      """
      window.lost = undefined;
      (async () => {
        const screen = document.querySelector('main > *');
        const controls = () => [...screen.querySelectorAll('a, button, input, select, textarea, [tabindex]')];
        const lost = [];
        for (let i = 0; i < controls().length; i++) {
          const control = controls()[i];
          control.focus();
          await screen.load();
          const now = document.activeElement;
          if (now !== controls()[i] || now.textContent !== control.textContent) {
            lost.push(`${control.outerHTML} to ${now.localName}`);
          }
        }
        return lost.join('\\n');
      })().then((lost) => { window.lost = lost; }, (failure) => { window.lost = String(failure); });
      ''""";

  private static final String SELECTED = "getSelection().toString()";

  @AfterEach
  void thePageHasComplainedOfNothing() {
    assertNoComplaints();
  }

  /** An examination of the doctor is made when somebody asks for it, and then shown. */
  static Stream<String> screensThatReadByThemselves() {
    return screens().filter(place -> !place.equals("#/doctor"));
  }

  @ParameterizedTest
  @InEachEngine
  @MethodSource("screensThatReadByThemselves")
  void aTextThatIsSelectedStaysSelected(String place) {
    open(place);
    String selected = browser.script(SELECT);
    assertThat(selected).isNotBlank();
    API.text("others");
    readAgain();
    assertThat(browser.script(SELECTED)).isEqualTo(selected);
  }

  @Test
  @InEachEngine
  void whomALoginHasLedBackUnknownIsNotLedInACircle() {
    openIn(800, 600, "#/kept/17");
    script("sessionStorage.setItem('semel-place ' + location.pathname, '#/kept/17')");
    script("location.href = 'enter.html'");
    browser.until("document.querySelector('#again')?.hidden === false");
    assertThat(browser.script("location.pathname")).endsWith("/enter.html");
    assertThat(browser.script("document.querySelector('a[href=login]').textContent"))
        .isEqualTo("Log in");
    script("sessionStorage.clear()");
  }

  @Test
  @InEachEngine
  void aPlaceIsKeptOverTheLogin() {
    openIn(800, 600, "enter.html#/kept/17");
    browser.until("location.pathname.endsWith('/semel/')");
    browser.until("document.querySelector('main h1')?.textContent === 'Kept message 17'");
    assertThat(browser.script("location.hash")).isEqualTo("#/kept/17");
    assertThat(browser.script("sessionStorage.getItem('semel-place /semel/') === null"))
        .isEqualTo("true");
  }

  @Test
  @InEachEngine
  void refreshWaitsForWhoHasSelectedATextAndGoesOnOnceItIsLetGo() {
    open("#/audit");
    browser.script(SELECT);
    long before = reads("/audit");
    browser.until(isOld("[6-9]|\\d{2,}", "refresh waits for you"));
    assertThat(reads("/audit")).isEqualTo(before);
    script("getSelection().removeAllRanges()");
    await("it is read again").until(() -> reads("/audit") > before);
  }

  @Test
  void anActIsShownThoughItsMakerHasSelectedATextBefore() {
    open("#/parked/17");
    browser.script(SELECT);
    API.instead("GET /parked/17", 200, API.releasedCase(17));
    act("r", "mended");
    browser.until("document.querySelector('main').textContent.includes('RELEASED')");
  }

  @ParameterizedTest
  @InEachEngine
  @MethodSource("screens")
  void whateverHasTheFocusKeepsIt(String place) {
    open(place);
    browser.script(LOSE_FOCUS);
    browser.until("window.lost !== undefined");
    assertThat(browser.script("lost")).isEmpty();
  }

  @Test
  @InEachEngine
  void theFocusStaysWhereALoginIsAskedForAgain() {
    open("#/audit");
    API.instead(
        "GET /audit",
        401,
        "{\"title\": \"Nobody is logged in.\", \"detail\": \"Log in first.\", \"code\": \"SEMEL-0000\"}");
    readAgain();
    script("document.querySelector('main [role=alert] ~ p button').focus()");
    readAgain();
    assertThat(text(":focus")).isEqualTo("Log in again");
  }

  @ParameterizedTest
  @InEachEngine
  @ValueSource(
      strings = {
        "#/plans",
        "#/parked?consumer=orders",
        "#/kept?consumer=orders",
        "#/intents?destination=mail"
      })
  void whoHasScrolledAwayFromTheFocusIsNotTakenBack(String place) {
    API.items(60);
    open(place);
    script("document.querySelector('[data-first]').focus()");
    script("scrollTo(0, 700)");
    assertThat(number("Math.round(scrollY)")).isEqualTo(700);
    script("document.querySelector('main table').dataset.old = 'yes'");
    readAgain();
    assertThat(browser.script("document.querySelector('[data-old]')")).isEqualTo("null");
    assertThat(number("Math.round(scrollY)")).isEqualTo(700);
  }

  @Test
  @InEachEngine
  void whoHasScrolledInAPayloadStaysThere() {
    API.text("a long line of a body ".repeat(2_000));
    open("#/parked/17");
    act("b", "the customer asks");
    browser.until("document.querySelectorAll('pre').length === 2");
    browser.until("document.querySelector('main > *').getAttribute('aria-busy') === null");
    script("document.querySelectorAll('pre')[1].scrollTop = 90");
    readAgain();
    assertThat(number("document.querySelectorAll('pre')[1].scrollTop")).isEqualTo(90);
  }

  @ParameterizedTest
  @InEachEngine
  @ValueSource(
      strings = {
        "#/parked?consumer=orders",
        "#/kept?consumer=orders",
        "#/intents?destination=mail",
        "#/gaps"
      })
  void whatIsTypedAndNotSentStays(String place) {
    open(place);
    List<String> fields =
        List.of(
            browser
                .script(
                    "[...document.querySelectorAll('input[id], textarea')].map((f) => f.id).join()")
                .split(","));
    assertThat(fields).contains("q").hasSizeGreaterThan(2);
    for (String field : fields) {
      script("document.getElementById('" + field + "').focus()");
      browser.script("document.getElementById('" + field + "').select()");
      browser.type("half of " + field);
    }
    script("document.activeElement.blur()");
    readAgain();
    for (String field : fields) {
      assertThat(browser.script("document.getElementById('" + field + "').value"))
          .isEqualTo("half of " + field);
    }
  }

  @Test
  @InEachEngine
  void whatIsTypedIntoADialogStaysWithItsCaret() {
    open("#/parked/17");
    press("r");
    browser.until("document.activeElement.id === 'act-why'");
    browser.type("the price list");
    script("document.activeElement.setSelectionRange(4, 9)");
    readAgain();
    assertThat(browser.script("document.activeElement.id")).isEqualTo("act-why");
    browser.type("range of prices in the");
    assertThat(browser.script("document.activeElement.value"))
        .isEqualTo("the range of prices in the list");
  }

  /** Each rehearsal holds the messages of a plan, and a large one lasts for minutes. */
  @Test
  void aRehearsalThatIsUnderWayIsNotBegunOnceMore() {
    CountDownLatch rehearsed = new CountDownLatch(1);
    API.late("POST /plans/3/rehearse", rehearsed);
    open("#/plans/3");
    try {
      press("h");
      await("the rehearsal").until(() -> acts().size() == 1);
      press("h");
      await("the second press")
          .until(() -> acts().size() > 1 || text("#status").contains("is being rehearsed"));
      assertThat(acts()).hasSize(1);
    } finally {
      rehearsed.countDown();
    }
    browser.until("document.querySelector('main').textContent.includes('Rehearsal')");
    press("h");
    await("another rehearsal").until(() -> acts().size() == 2);
  }

  @Test
  void nothingIsAskedForWhileRefreshIsPaused() {
    open("#/audit");
    press("z");
    await("the page has asked who reads it").until(() -> reads("/") == 1);
    API.asked.clear();
    browser.until(isOld("1[2-9]|[2-9]\\d|\\d{3,}", "refresh is paused"));
    assertThat(API.asked).isEmpty();
    press("z");
    await("it is read again").until(() -> reads("/audit") >= 1);
  }

  /** A database that is asked for much may take longer than the page waits between two readings. */
  @ParameterizedTest
  @ValueSource(strings = {"/identities", "/doctor"})
  void whatTakesLongToReadIsAskedForOnceAndShown(String path) {
    CountDownLatch answered = new CountDownLatch(1);
    API.late("GET " + path, answered);
    String place = path.equals("/doctor") ? "#/doctor" : "#/identity?consumer=orders&key=17";
    browser.open(address() + place, 1200, 900);
    try {
      browser.until("performance.now() > 13000");
      assertThat(reads(path)).isEqualTo(1);
    } finally {
      answered.countDown();
    }
    untilDrawn();
  }

  @Test
  void whoAsksForAReadingAnewGetsAnotherOne() {
    CountDownLatch answered = new CountDownLatch(1);
    API.late("GET /audit", answered);
    browser.open(address() + "#/audit", 1200, 900);
    try {
      await("it is asked for").until(() -> reads("/audit") == 1);
      press("u");
      await("it is asked for anew").until(() -> reads("/audit") == 2);
    } finally {
      answered.countDown();
    }
    untilDrawn();
  }

  /** As the page does by itself, and at {@code u}; until it has ended. */
  private void readAgain() {
    script(
        "window.isRead = false; document.querySelector('main > *').load().then(() => { window.isRead = true; }); ''");
    browser.until("window.isRead");
  }
}
