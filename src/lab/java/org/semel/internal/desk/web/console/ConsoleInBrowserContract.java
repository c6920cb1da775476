// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URLEncoder;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The console as a person has it before them. */
abstract class ConsoleInBrowserContract extends ConsoleContract {

  @AfterEach
  void thePageHasComplainedOfNothing() {
    assertNoComplaints();
  }

  @ParameterizedTest
  @InEachEngine
  @MethodSource("screens")
  void everyScreenShowsWhatTheApiSays(String place) {
    open(place);
    assertThat(browser.script("document.querySelectorAll('main h1').length")).isEqualTo("1");
    assertThat(browser.script("document.querySelectorAll('main .problem').length")).isEqualTo("0");
    assertThat(text("main")).hasSizeGreaterThan(20).doesNotContain("undefined", "NaN", "[object");
    assertThat(text("#age")).startsWith("Read ").contains("ago");
  }

  @ParameterizedTest
  @InEachEngine
  @MethodSource("screens")
  void everyScreenFitsInto320Pixels(String place) {
    API.text("a-rather-long-name-without-any-blank-".repeat(4));
    openIn(320, 640, place);
    assertThat(number("innerWidth")).isLessThanOrEqualTo(320);
    assertThat(number("document.documentElement.scrollWidth"))
        .isLessThanOrEqualTo(number("innerWidth"));
  }

  @ParameterizedTest
  @MethodSource("screens")
  void whatCanBePressedHasANameAndIsLargeEnough(String place) {
    open(place);
    String nameless =
        """
        [...document.querySelectorAll('a, button, input, select, textarea')]
          .filter((node) => !node.closest('.skip'))
          .filter((node) => !(node.textContent.trim() || node.getAttribute('aria-label') || node.labels?.length))
          .map((node) => node.outerHTML).join()""";
    String small =
        """
        [...document.querySelectorAll('a, button, input, select, textarea')]
          .filter((node) => !node.matches('.skip') && node.offsetParent && !node.closest('p:not(.buttons), li, caption'))
          .filter((node) => node.getBoundingClientRect().height < 24 || node.getBoundingClientRect().width < 24)
          .map((node) => node.outerHTML).join()""";
    assertThat(browser.script(nameless)).asString().isEmpty();
    assertThat(browser.script(small)).asString().isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.semel.internal.desk.web.console.HostileTexts#all")
  void aHostileTextStaysTextOnEveryScreen(String hostile) {
    API.text(hostile);
    API.items(1);
    String part = hostile.substring(0, Math.min(400, hostile.length()));
    List<String> places =
        Stream.concat(screens(), Stream.of("#/find?q=" + URLEncoder.encode(part, UTF_8))).toList();
    openIn(400, 300, "#/"); // a larger window would be painted each time
    browser.script(HostileTexts.walk(places));
    browser.until("window.report !== undefined");
    assertThat(browser.script("window.report")).asString().isEmpty();
    assertThat(browser.script("location.hash")).startsWith("#/find");
  }

  /** What the test above stands on. */
  @Test
  @InEachEngine
  void aScreenThatMadeMoreOfATextIsFoundOnTheWay() {
    open("#/");
    script(
        "document.querySelector('main').addEventListener('drawn', () => { if (location.hash === '#/gaps') { document.querySelector('main h1').append(document.createElement('b')); } })");
    browser.script(HostileTexts.walk(screens().toList()));
    browser.until("window.report !== undefined");
    assertThat(browser.script("window.report")).isEqualTo("#/gaps: an element b");
  }

  @Test
  @InEachEngine
  void hiddenCharactersAreNamedAndLongTextIsCut() {
    API.text("left\u202Eright\u0000" + "x".repeat(1_000));
    open("#/parked/17");
    assertThat(text("main"))
        .contains("left\u27E8U+202E\u27E9right\u27E8U+0000\u27E9xxx")
        .contains("… (1011 characters)");
  }

  @Test
  void theOverviewSaysHowEachConsumerAndDestinationIsAndOfWhichNode() {
    open("#/");
    assertThat(text("main"))
        .contains("is said of this node alone, as it is now: orders.")
        .contains("receives for 3 min")
        .contains("waits for its start-up proof: orders; next try in 4 s")
        .contains("refused by its start-up proof: orders")
        .contains("not on this node")
        .contains("access denied: orders; it tries now")
        .contains("circuit open after 5 failures in a row; next try in 26 s");
    assertThat(browser.script("[...document.querySelectorAll('td .unwell')].length"))
        .isEqualTo("5");
  }

  @ParameterizedTest
  @MethodSource("screens")
  void whileTheDatabaseIsAwayAScreenSaysSoOnceAndSinceWhen(String place) {
    API.databaseIsAway();
    browser.open(address() + place, 1200, 900);
    browser.until(
        "document.querySelector('main > *')?.readAt > 0 || document.querySelector('main .problem') !== null");
    assertThat(text("main")).doesNotContain("undefined", "NaN", "[object");
    if (number("document.querySelectorAll('main .problem').length") > 0) {
      assertThat(text("main"))
          .containsOnlyOnce("has not answered this node for 12 s. (SEMEL-0822)");
    }
  }

  @Test
  void whileTheDatabaseIsAwayTheOverviewShowsWhatTheNodeKnows() {
    API.databaseIsAway();
    open("#/");
    assertThat(text("main"))
        .containsOnlyOnce("A view could not be read. The database has not answered this node")
        .contains("What waits is not known.")
        .contains("1 consumer of this node, as the database does not answer")
        .contains("paused, as a system that it needs is away: SQLState 08006")
        .contains("circuit open after 5 failures in a row; next try in 26 s")
        .doesNotContain("the route", "not registered", "nothing");
    goTo("#/kept");
    assertThat(text("main")).contains("Consumers of this node, as the database does not answer");
  }

  /** As where nothing is known but the code. */
  @Test
  void aProblemIsNotSaidTwice() {
    API.instead(
        "GET /audit",
        500,
        "{\"title\": \"It broke.\", \"detail\": \"It broke.\", \"code\": \"SEMEL-0000\"}");
    browser.open(address() + "#/audit", 1200, 900);
    browser.until("document.querySelector('main .problem') !== null");
    assertThat(text("main .problem")).isEqualTo("It broke. (SEMEL-0000)");
  }

  @Test
  @InEachEngine
  void aMessageIsReleasedByKeyboardAlone() {
    open("#/parked?consumer=orders");
    press("j");
    press("j");
    browser.until("document.activeElement.textContent === '18'");
    press("r");
    browser.until("document.activeElement.id === 'act-why'");
    assertThat(text("dialog")).contains("Release parked message 18");
    sayWhyAndDoIt("the price list is mended");
    browser.until("document.getElementById('status').textContent.includes('18 is released')");
    List<ConsoleHost.Asked> acts = acts();
    assertThat(acts).hasSize(1);
    assertThat(acts.get(0).target()).isEqualTo("/parked/18/release");
    assertThat(acts.get(0).body())
        .as("what was shown is released, and nothing else")
        .isEqualTo("{\"version\":7718,\"why\":\"the price list is mended\"}");
    assertThat(acts.get(0).headers())
        .containsEntry("content-type", "application/json")
        .containsEntry("x-semel-console", "1")
        .hasEntrySatisfying("idempotency-key", key -> assertThat(key).matches("[0-9a-f]{32}"));
    browser.until("document.querySelector('dialog') === null");
  }

  @Test
  @InEachEngine
  void aPlanIsFrozenAndStartedByKeyboardAlone() {
    open("#/parked?consumer=orders");
    press("f");
    for (String field : List.of("act-most", "act-rate", "act-errorShare")) {
      browser.until("document.activeElement.id === '" + field + "'");
      browser.press(KeyCode.TAB);
    }
    sayWhyAndDoIt("after the fix");
    browser.until("location.hash === '#/plans/17'");
    untilDrawn();
    assertThat(acts().get(0).target()).isEqualTo("/plans");
    assertThat(acts().get(0).body())
        .contains("\"owner\":\"orders\"", "\"most\":1000", "\"why\":\"after the fix\"");
    press("s");
    sayWhyAndDoIt("rehearsed, all fresh");
    browser.until("document.getElementById('status').textContent.includes('Plan 17: ')");
    browser.until("document.querySelector('dialog') === null");
    assertThat(acts())
        .extracting(ConsoleHost.Asked::target)
        .containsExactly("/plans", "/plans/17/start");
    assertThat(acts().get(1).body())
        .as("it took the place of the last reason")
        .isEqualTo("{\"why\":\"rehearsed, all fresh\"}");
  }

  private void sayWhyAndDoIt(String reason) {
    browser.until("document.activeElement.id === 'act-why'");
    browser.type(reason);
    browser.press(KeyCode.TAB);
    browser.until("document.activeElement.textContent === 'Do it'");
    browser.press(KeyCode.ENTER);
  }

  @Test
  @InEachEngine
  void theReasonIsRememberedForTheNextAct() {
    open("#/parked/17");
    act("w", "a test message");
    browser.until("document.getElementById('status').textContent.includes('17 is withdrawn')");
    goTo("#/intents/" + FixedApi.INTENT);
    press("d");
    browser.until("document.activeElement.id === 'act-reference'");
    assertThat(browser.script("document.getElementById('act-why').value"))
        .isEqualTo("a test message");
    browser.type("mail 4711");
    browser.press(KeyCode.ENTER);
    browser.until(
        "document.getElementById('status').textContent.includes('recorded as delivered')");
    assertThat(acts().get(1).body())
        .contains("\"reference\":\"mail 4711\"", "\"why\":\"a test message\"");
  }

  @Test
  @InEachEngine
  void aConsumerIsPausedFromTheOverviewAndThePauseIsKeptUnlessThatIsTakenBack() {
    open("#/");
    assertThat(text("main")).contains("until it is resumed", "works again since");
    script("document.querySelector('[data-row=\"consumer orders\"] button').click()");
    browser.until("document.activeElement.id === 'act-kept'");
    assertThat(text("dialog")).contains("Pause consumer orders", "On all nodes");
    assertThat(browser.script("document.getElementById('act-kept').checked + ''"))
        .isEqualTo("true");
    script("document.getElementById('act-why').value = 'the price list is wrong'");
    script("document.querySelector('dialog form').requestSubmit()");
    browser.until("document.getElementById('status').textContent.includes('orders is paused')");
    assertThat(acts().get(0).target()).isEqualTo("/consumers/orders/pause");
    assertThat(acts().get(0).body())
        .isEqualTo("{\"kept\":true,\"why\":\"the price list is wrong\"}");
  }

  @Test
  void whatIsPausedIsResumedFromTheOverview() {
    open("#/");
    script("document.querySelector('[data-row=\"destination orders\"] button').click()");
    browser.until("document.activeElement.id === 'act-why'");
    assertThat(text("dialog")).contains("Resume destination orders");
    browser.type("mended");
    script("document.querySelector('dialog form').requestSubmit()");
    browser.until("document.getElementById('status').textContent.includes('orders goes on')");
    assertThat(acts().get(0).target()).isEqualTo("/destinations/orders/resume");
  }

  @Test
  @InEachEngine
  void anActWithoutAReasonIsNotSent() {
    open("#/parked/17");
    act("r", "   ");
    browser.until(
        "document.querySelector('dialog [role=alert]').textContent.includes('needs a reason')");
    assertThat(acts()).isEmpty();
    browser.press(KeyCode.ESCAPE);
    browser.until("document.querySelector('dialog') === null");
  }

  @Test
  @InEachEngine
  void aRefusalIsSaidAndTheNextTryIsAnotherAct() {
    API.instead(
        "POST /parked/17/release",
        409,
        "{\"title\": \"Not possible now.\", \"detail\": \"Busy <b>elsewhere</b>\", \"code\": \"SEMEL-0000\"}");
    open("#/parked/17");
    act("r", "mended");
    browser.until(
        "document.querySelector('dialog [role=alert]').textContent.includes('Busy <b>elsewhere</b> (SEMEL-0000)')");
    script("document.querySelector('dialog form').requestSubmit()");
    await("another act").until(() -> acts().size() == 2);
    assertThat(key(0)).isNotEqualTo(key(1));
    assertThat(browser.script("document.getElementById('act-why').value")).isEqualTo("mended");
  }

  /** It does not go on by itself: who asked must come to it. */
  @ParameterizedTest
  @CsvSource({
    "/parked/17, release, 7",
    "/kept/17, replay, 8",
  })
  void aPlanThatWaitsInTheWayOfAnActIsLinked(String place, String act, int plan) {
    API.instead(
        "POST " + place + "/" + act,
        409,
        """
        {"title": "Not possible now.", "detail": "Nothing was changed. Plan %d of this one message does not go on by itself.",
         "code": "SEMEL-0815", "is": "PlanWaits", "consumer": "orders", "plan": %d, "state": "PAUSED"}"""
            .formatted(plan, plan));
    open("#" + place);
    act("r", "mended");
    browser.until("document.querySelector('dialog [role=alert] a') !== null");
    assertThat(text("dialog [role=alert]")).contains("Plan " + plan, "SEMEL-0815");
    script("document.querySelector('dialog [role=alert] a').click()");
    browser.until("location.hash === '#/plans/" + plan + "'");
    browser.until("document.querySelector('dialog') === null");
  }

  @Test
  void aPlanThatIsThereAlreadyIsLinkedFromTheDialogThatAsksForItOnceMore() {
    API.instead(
        "POST /plans",
        409,
        "{\"title\": \"Not possible now.\", \"detail\": \"Nothing was changed: There.\", \"code\": \"SEMEL-0815\","
            + " \"is\": \"There\", \"plan\": {\"id\": 9}}");
    open("#/parked?consumer=orders");
    press("f");
    browser.until("document.activeElement.id === 'act-most'");
    submitWith("after the fix");
    browser.until("document.querySelector('dialog [role=alert] a[href=\"#/plans/9\"]') !== null");
  }

  @ParameterizedTest
  @InEachEngine
  @CsvSource({
    "503, gone",
    "409, '{\"title\": \"In work.\", \"detail\": \"503\", \"code\": \"SEMEL-0818\"}'"
  })
  void whatGotNoAnswerIsAskedForUnderItsKeyAgain(int status, String answer) {
    API.instead("POST /parked/17/release", status, answer);
    open("#/parked/17");
    act("r", "mended");
    browser.until("document.querySelector('dialog [role=alert]').textContent.includes('503')");
    script("document.querySelector('dialog form').requestSubmit()");
    await("the same act").until(() -> acts().size() == 2);
    assertThat(key(0)).isEqualTo(key(1));
  }

  /** Under a new key it would be done twice, if the first try was done after all. */
  @Test
  void whatIsEditedAfterATryWithoutAnAnswerIsSentOnlyIfAPersonSaysSo() {
    API.instead("POST /parked/17/release", 503, "gone");
    open("#/parked/17");
    act("r", "mended");
    untilSaid("503");
    submitWith("mended at last");
    untilSaid("may have been done");
    submitWith("mended at last, really");
    untilSaid("may have been done");
    assertThat(acts()).hasSize(1);
    script("document.querySelectorAll('dialog [role=alert] button')[0].click()");
    await("the first try again").until(() -> acts().size() == 2);
    assertThat(key(1)).isEqualTo(key(0));
    assertThat(acts().get(1).body()).isEqualTo(acts().get(0).body());
    untilSaid("503");
    submitWith("mended at last");
    untilSaid("may have been done");
    script("document.querySelectorAll('dialog [role=alert] button')[1].click()");
    await("another act").until(() -> acts().size() == 3);
    assertThat(key(2)).isNotEqualTo(key(0));
    assertThat(acts().get(2).body()).contains("mended at last");
  }

  /** Who is refused before the key is looked at learns nothing of the first try. */
  @Test
  void aRefusalOfTheSecondTryDoesNotMakeTheThirdAnotherAct() {
    API.instead("POST /parked/17/release", 503, "gone");
    open("#/parked/17");
    act("r", "mended");
    untilSaid("503");
    API.instead(
        "POST /parked/17/release",
        403,
        "{\"title\": \"Not allowed.\", \"detail\": \"no role\", \"code\": \"SEMEL-0812\"}");
    submitWith("mended");
    untilSaid("no role");
    submitWith("mended");
    await("the same act").until(() -> acts().size() == 3);
    assertThat(List.of(key(1), key(2))).containsOnly(key(0));
  }

  @Test
  @InEachEngine
  void whoLeavesATryWithoutAnAnswerIsToldThatItMayHaveBeenDone() {
    API.instead("POST /parked/17/release", 503, "gone");
    open("#/parked/17");
    act("r", "mended");
    untilSaid("503");
    script("[...document.querySelectorAll('dialog button')].at(-1).click()");
    browser.until("document.querySelector('dialog') === null");
    browser.until("document.getElementById('status').textContent.includes('may have been done')");
  }

  private void untilSaid(String words) {
    browser.until(
        "document.querySelector('dialog [role=alert]').textContent.includes('" + words + "')");
  }

  private void submitWith(String reason) {
    script("document.getElementById('act-why').value = '" + reason + "'");
    script("document.querySelector('dialog form').requestSubmit()");
  }

  @Test
  void readingAgainTouchesNoSelection() {
    open("#/parked?consumer=orders");
    script("document.querySelector('[data-tick=\"18\"]').click()");
    assertThat(text(".ticks")).startsWith("1 ticked: 18.");
    script("document.querySelector('[data-tick=\"18\"]').dataset.same = 'yes'");
    long before = reads("/parked");
    browser.until(isOld("1[2-9]|[2-9]\\d|\\d{3,}", "refresh waits for you"));
    assertThat(reads("/parked")).isEqualTo(before);
    press("u");
    await("it was read again").until(() -> reads("/parked") > before);
    browser.until("document.querySelector('semel-parked').getAttribute('aria-busy') === null");
    assertThat(browser.script("document.querySelector('[data-tick=\"18\"]:checked').dataset.same"))
        .isEqualTo("yes");
    script("document.querySelector('.ticks button').click()");
    browser.until("document.querySelector('[data-tick=\"18\"]').dataset.same === undefined");
  }

  @Test
  @InEachEngine
  void theFocusStaysOnItsRowWhenThePageIsReadAgain() {
    open("#/audit");
    API.instead(
        "GET /audit",
        200,
        "{\"items\": [" + noted(18, "parked 18") + "," + noted(17, "parked 17") + "]}");
    script("document.querySelector('[data-row=\"act 17\"] a')?.focus()");
    press("u");
    browser.until("document.querySelectorAll('tr[data-row]').length === 2");
    script(
        "document.querySelector('[data-row=\"act 17\"] a').focus(); document.activeElement.dataset.old = 'yes'");
    press("u");
    browser.until(
        "document.activeElement.textContent === 'parked 17' && document.activeElement.dataset.old === undefined");
  }

  @Test
  @InEachEngine
  void anAddressShowsTheSameAfterAReload() {
    String place =
        "#/parked?consumer=orders&reason=CONFLICT&since=2026-11-23T06%3A00%3A00Z&after=19&limit=3";
    open(place);
    String asked =
        "/parked?consumer=orders&reason=CONFLICT&since=2026-11-23T06%3A00%3A00Z&after=19&limit=3";
    assertThat(API.asked).extracting(ConsoleHost.Asked::target).contains(asked);
    untilTheFilterIsFull();
    String before = text("main");
    API.asked.clear();
    script("location.reload()");
    await("the same question")
        .until(() -> API.asked.stream().anyMatch(one -> one.target().equals(asked)));
    untilDrawn();
    untilTheFilterIsFull();
    assertThat(text("main")).isEqualTo(before);
    assertThat(browser.script("document.getElementById('filter-reason').value"))
        .isEqualTo("CONFLICT");
    assertThat(browser.script("document.getElementById('filter-consumer').value"))
        .isEqualTo("orders");
  }

  /** Its choices are asked for apart from what the screen shows. */
  private void untilTheFilterIsFull() {
    browser.until("document.querySelector('#filter-consumer [value=waiting]') !== null");
    browser.until("document.querySelector('#filter-group [value=orders]') !== null");
  }

  @Test
  @InEachEngine
  void theFilterAndTheNextPageStandInTheAddress() {
    open("#/parked");
    browser.until("document.querySelector('#filter-consumer [value=orders]') !== null");
    script("document.getElementById('filter-reason').value = 'GAP'");
    script("document.getElementById('filter-consumer').value = 'orders'");
    script("document.querySelector('.filter').requestSubmit()");
    browser.until("location.hash === '#/parked?consumer=orders&reason=GAP'");
    browser.until("document.querySelector('[data-key=n]') !== null");
    press("n");
    browser.until("location.hash === '#/parked?consumer=orders&after=19&limit=3'");
  }

  @Test
  void whatFailedAlikeIsChosenAndFrozenAsOneGroup() {
    API.instead(
        "GET /failure-groups",
        200,
        "{\"items\": [{\"consumer\": \"orders\", \"reason\": \"ATTEMPTS_EXHAUSTED\", \"group\": \"NoPrice at com.shop.Orders.price\","
            + " \"rows\": 7, \"oldest\": \"PT3H\", \"latest\": \"PT5S\"}]}");
    open("#/parked");
    assertThat(text("main table")).contains("NoPrice at com.shop.Orders.price", "7", "3 h", "5 s");
    script("document.querySelectorAll('main table a')[2].click()");
    String place =
        "#/parked?consumer=orders&reason=ATTEMPTS_EXHAUSTED&group=NoPrice+at+com.shop.Orders.price";
    browser.until("location.hash === '" + place + "'");
    browser.until("document.getElementById('filter-group')?.value.startsWith('NoPrice')");
    untilDrawn();
    press("f");
    browser.until("document.activeElement.id === 'act-most'");
    script("document.getElementById('act-why').value = 'the price is there'");
    script("document.querySelector('dialog form').requestSubmit()");
    browser.until("location.hash === '#/plans/17'");
    assertThat(acts().get(0).body()).contains("\"group\":\"NoPrice at com.shop.Orders.price\"");
  }

  @Test
  void keptMessagesAreListedByWhatTheirFilterSaysPageByPage() {
    open("#/kept");
    script("document.querySelector('main table a').click()");
    browser.until("location.hash === '#/kept?consumer=orders'");
    untilDrawn();
    assertThat(text("main table")).contains("3 kept messages", "05:00:00Z", "420 bytes");
    script("document.getElementById('filter-since').value = '2026-11-23T04:00:00Z'");
    script("document.getElementById('filter-until').value = '2026-11-23T06:00:00Z'");
    script("document.getElementById('filter-keys').value = 'R-1\\nR-2'");
    script("document.getElementById('filter-messageId').value = 'ID:8f0c'");
    script("document.getElementById('filter-type').value = 'order.created'");
    script("document.querySelector('.filter').requestSubmit()");
    browser.until("location.hash.includes('type=order.created')");
    untilDrawn();
    assertThat(asked("/kept"))
        .isEqualTo(
            "/kept?consumer=orders&since=2026-11-23T04%3A00%3A00Z&until=2026-11-23T06%3A00%3A00Z"
                + "&keys=R-1%0AR-2&messageId=ID%3A8f0c&type=order.created");
    press("n");
    browser.until("location.hash === '#/kept?consumer=orders&after=19&limit=3'");
    untilDrawn();
    assertThat(asked("/kept")).contains("after=19");
  }

  @Test
  void aKeptMessageIsReplayedFromItsRowByKeyboardAlone() {
    open("#/kept?consumer=orders");
    press("j");
    press("j");
    browser.until("document.activeElement.textContent === '18'");
    press("r");
    browser.until("document.activeElement.id === 'act-why'");
    assertThat(text("dialog")).contains("Replay kept message 18", "only a forgotten one");
    sayWhyAndDoIt("the projection lost it");
    browser.until("document.getElementById('status').textContent.includes('18 was absorbed')");
    assertThat(acts().get(0).target()).isEqualTo("/kept/18/replay");
  }

  @Test
  void keptMessagesOfAFilterAreFrozenAsOneSetWhoseNumberAndDigestAreShown() {
    open("#/kept?consumer=orders&since=2026-11-23T04%3A00%3A00Z&type=order.created");
    press("f");
    browser.until("document.activeElement.id === 'act-most'");
    assertThat(text("dialog")).contains("since 2026-11-23T04:00:00Z, event type order.created");
    script("document.getElementById('act-why').value = 'the hour of the wrong rate'");
    script("document.querySelector('dialog form').requestSubmit()");
    browser.until("location.hash === '#/plans/17'");
    assertThat(acts().get(0).body())
        .isEqualTo(
            "{\"owner\":\"orders\",\"source\":\"KEPT\",\"since\":\"2026-11-23T04:00:00Z\",\"type\":\"order.created\","
                + "\"most\":1000,\"rate\":10,\"errorShare\":5,\"why\":\"the hour of the wrong rate\"}");
    untilDrawn();
    assertThat(text(".set")).contains("42 items, digest " + FixedApi.DIGEST);
  }

  @Test
  void gapsAndGroupsHaveANextPage() {
    open("#/gaps?consumer=orders");
    press("n");
    browser.until("location.hash === '#/gaps?consumer=orders&after=19&limit=3'");
    API.instead(
        "GET /failure-groups",
        200,
        "{\"items\": [], \"next\": \"/failure-groups?after=Nw&limit=500\"}");
    goTo("#/parked");
    press("n");
    browser.until("location.hash === '#/parked?after=Nw&limit=500'");
    API.instead(
        "GET /intent-groups",
        200,
        "{\"items\": [], \"next\": \"/intent-groups?after=OA&limit=500\"}");
    goTo("#/intents");
    press("n");
    browser.until("location.hash === '#/intents?after=OA&limit=500'");
    untilDrawn();
    assertThat(API.asked)
        .extracting(ConsoleHost.Asked::target)
        .contains("/intent-groups?limit=500&after=OA");
  }

  @Test
  void intentsOfAnotherStateAreChosenAndListedWithWhatIsKnownOfThem() {
    open("#/intents?destination=mail&reason=REFUSED");
    script("document.getElementById('filter-state').value = 'PENDING'");
    script("document.querySelector('.filter').requestSubmit()");
    browser.until("location.hash.includes('state=PENDING')");
    goTo("#/intents?destination=mail&state=PENDING");
    assertThat(text("main h1")).isEqualTo("Pending intents");
    assertThat(text("main table")).contains("the longest due first", "perhaps", "06:20:00Z");
    assertThat(browser.script("document.getElementById('filter-reason')")).isEqualTo("null");
    press("j");
    press("w");
    browser.until("document.activeElement.id === 'act-why'");
    sayWhyAndDoIt("the customer has cancelled");
    browser.until("document.getElementById('status').textContent.includes('is withdrawn')");
    API.intentsAre("DELIVERED");
    goTo("#/intents?destination=mail&state=DELIVERED");
    assertThat(text("main table")).contains("the latest first", "06:10:00Z", "yes");
    assertThat(browser.script("document.querySelectorAll('main button[data-key]').length"))
        .isEqualTo("0");
  }

  /** A plan has no such condition, and would be of more than the list shows. */
  @Test
  void whatIsPendingIsFrozenAsOneSetUnlessItIsNarrowedToWhatIsInQuestion() {
    open("#/intents?destination=mail&state=PENDING&uncertain=true");
    assertThat(browser.script("document.querySelectorAll('main [data-key=f]').length"))
        .isEqualTo("0");
    goTo("#/intents?destination=mail&state=PENDING&group=HTTP+status+503");
    press("f");
    browser.until("document.activeElement.id === 'act-most'");
    assertThat(text("dialog"))
        .contains("All pending intents with failure HTTP status 503", "they are sent now");
    script("document.getElementById('act-why').value = 'the provider is back'");
    script("document.querySelector('dialog form').requestSubmit()");
    browser.until("location.hash === '#/plans/17'");
    assertThat(acts().get(0).body())
        .contains("\"source\":\"RETRY_PENDING_INTENTS\"", "\"group\":\"HTTP status 503\"")
        .doesNotContain("state");
  }

  @Test
  void intentsThatWereAnsweredAlikeAreChosenAndFrozenAsOneGroup() {
    API.instead(
        "GET /intent-groups",
        200,
        "{\"items\": [{\"destination\": \"mail\", \"reason\": \"REFUSED\", \"group\": \"HTTP status 422\","
            + " \"rows\": 7, \"oldest\": \"PT3H\", \"latest\": \"PT5S\"}]}");
    open("#/intents");
    assertThat(text("main table")).contains("HTTP status 422", "7", "3 h", "5 s");
    script("document.querySelectorAll('main table a')[2].click()");
    browser.until(
        "location.hash === '#/intents?destination=mail&reason=REFUSED&group=HTTP+status+422'");
    browser.until("document.getElementById('filter-group')?.value === 'HTTP status 422'");
    untilDrawn();
    script("document.getElementById('filter-keys').value = 'R-1\\nR-2'");
    script("document.querySelector('.filter').requestSubmit()");
    browser.until("location.hash.endsWith('&keys=R-1%0AR-2')");
    untilDrawn();
    press("f");
    browser.until("document.activeElement.id === 'act-most'");
    assertThat(text("dialog")).contains("failure HTTP status 422", "keys R-1, R-2");
    script("document.getElementById('act-why').value = 'the address is mended'");
    script("document.querySelector('dialog form').requestSubmit()");
    browser.until("location.hash === '#/plans/17'");
    assertThat(acts().get(0).body())
        .contains("\"group\":\"HTTP status 422\"", "\"keys\":\"R-1\\nR-2\"");
  }

  /** A provider may answer anything. */
  @Test
  void aGroupIsAskedForAsItIsWhateverItsAnswerHolds() {
    API.instead(
        "GET /intent-groups",
        200,
        "{\"items\": [{\"destination\": \"mail\", \"reason\": \"REFUSED\", \"group\": \" \\u001b[31mno\\u0007\\n\","
            + " \"rows\": 7, \"oldest\": \"PT3H\", \"latest\": \"PT5S\"}]}");
    open("#/intents");
    script("document.querySelectorAll('main table a')[2].click()");
    String named = "destination=mail&reason=REFUSED&group=+%1B%5B31mno%07%0A";
    browser.until("location.hash === '#/intents?" + named + "'");
    untilDrawn();
    assertThat(asked("/intents")).isEqualTo("/intents?" + named);
    script("document.querySelector('.filter').requestSubmit()");
    assertThat(browser.script("location.hash")).isEqualTo("#/intents?" + named);
  }

  @Test
  void aConflictStandsBesideWhatTookEffectAndIsWithdrawn() {
    open("#/conflicts");
    script("document.querySelector('main table a').click()");
    browser.until("location.hash === '#/conflicts?consumer=orders'");
    untilDrawn();
    assertThat(asked("/parked")).contains("reason=CONFLICT", "consumer=orders");
    assertThat(text("main table")).contains("2026-11-23 06:00:00Z", "2026-11-23 06:30:00Z");
    press("j");
    act("w", "a copy with another time stamp");
    await("the withdrawal").until(() -> acts().size() == 1);
    assertThat(acts().get(0).target()).isEqualTo("/parked/17/withdraw");
  }

  private static String asked(String path) {
    return API.asked.stream()
        .map(ConsoleHost.Asked::target)
        .filter(target -> target.startsWith(path + "?"))
        .reduce("", (before, latest) -> latest);
  }

  /** Of what cannot be seen it is not said that there is nothing, however old the last look is. */
  @Test
  void whatIsInDoubtAtBrokersAndInTheLogIsSaidWithTheAgeOfTheLook() {
    open("#/in-doubt");
    assertThat(text("main table:nth-of-type(2) caption"))
        .isEqualTo(
            "1 transaction prepared at the brokers that can be seen, by this node's look of 12 s ago");
    assertThat(text("main table:nth-of-type(3) caption"))
        .isEqualTo(
            "1 transaction decided to commit and not ended, in the log of this server, by this node's look of 12 s ago");
    API.instead(
        "GET /in-doubt",
        200,
        """
        {"transactions": [], "atBrokers": [], "inLog": [], "lookAge": "PT10M", "log": {"name": "log", "sight": "CANNOT_BE_SEEN"},
         "brokers": [{"name": "jms/semelXA", "sight": "CANNOT_BE_SEEN", "why": "too old"}]}""");
    press("u");
    browser.until("document.querySelector('main').textContent.includes('The log cannot be seen.')");
    assertThat(text("main")).contains("No broker can be seen.").doesNotContain("Nothing is seen");
  }

  @Test
  void ofADecisionThatRecoveryHasSetAsideIsSaidWhatToDo() {
    API.instead(
        "GET /in-doubt",
        200,
        """
        {"transactions": [{"gid": "131077_a_b", "prepared": "2026-08-01T09:00:00Z", "age": "PT9M", "role": "semel",
           "decision": "SET_ASIDE", "atBroker": "NOT_PREPARED", "tables": [], "identities": "CANNOT_BE_SEEN"}],
         "atBrokers": [], "inLog": [], "lookAge": "PT1S", "log": {"name": "log", "sight": "SEEN"}, "brokers": []}""");
    open("#/in-doubt");
    assertThat(text("main table:nth-of-type(1)"))
        .contains(
            "to commit, but recovery has set the record aside: put it back before this server is started again");
  }

  @Test
  void theDossierIsOneTimeLineOfAllThatHappenedTheLatestFirst() {
    open("#/identity?consumer=orders&key=17");
    String times =
        browser.script(
            "[...document.querySelectorAll('.timeline li')].map((line) => line.querySelector('time').getAttribute('datetime')).join()");
    assertThat(Stream.of(times.split(",", -1)).map(Instant::parse))
        .hasSize(9)
        .isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(text(".timeline"))
        .as("each kind, as the fixed API dates them")
        .containsSubsequence(
            "RELEASE of parked 17",
            "Parked 17: orders, now PARKED",
            "Intent orders PARKED, after 3 attempts",
            "Intent orders to orders",
            "Latest of 2 deliveries absorbed",
            "Effect orders in transaction orders",
            "Claimed, in transaction orders",
            "Held: version 7 of orders",
            "Stored");
  }

  @Test
  void theDossierSaysOfWhatThereIsMoreAndLeadsThere() {
    open("#/identity?consumer=orders&key=17");
    assertThat(text("[aria-label=\"Not shown\"]"))
        .contains("Parked messages", "Intents", "Effects", "Acts");
    assertThat(
            browser.script(
                "[...document.querySelectorAll('[aria-label=\"Not shown\"] a')].map((a) => a.getAttribute('href')).join(' ')"))
        .isEqualTo(
            "#/parked?consumer=orders&keys=orders #/intents?destination=orders&keys=orders #/intents #/audit");
    script("document.querySelector('[aria-label=\"Not shown\"] a').click()");
    browser.until("location.hash.startsWith('#/parked')");
    untilDrawn();
    assertThat(asked("/parked")).isEqualTo("/parked?consumer=orders&keys=orders");
    API.dossierIsWhole();
    goTo("#/identity?consumer=orders&key=17");
    assertThat(text("main")).contains("Time line").doesNotContain("more than is shown");
  }

  @Test
  void theGapOfAnAggregateIsAskedForByItsKeyAndNotSoughtAmongTheFirst() {
    open("#/gaps?consumer=orders&key=17");
    assertThat(asked("/gaps")).contains("consumer=orders", "key=17");
    API.instead("GET /gaps", 200, "{\"items\": []}");
    press("u");
    browser.until(
        "document.querySelector('main').textContent.includes('No version of this aggregate is missing.')");
  }

  @Test
  void manyAreActedOnOnlyAsAFrozenSetWhoseNumberAndDigestAreShown() {
    open("#/parked?consumer=orders&reason=CONFLICT");
    press("f");
    browser.until("document.activeElement.id === 'act-most'");
    script("document.getElementById('act-why').value = 'after the fix'");
    script("document.querySelector('dialog form').requestSubmit()");
    browser.until("location.hash === '#/plans/17'");
    assertThat(acts().get(0).target()).isEqualTo("/plans");
    assertThat(acts().get(0).body())
        .isEqualTo(
            "{\"owner\":\"orders\",\"source\":\"PARKED\",\"reason\":\"CONFLICT\",\"most\":1000,\"rate\":10,\"errorShare\":5,\"why\":\"after the fix\"}");
    untilDrawn();
    String set = "42 items, digest " + FixedApi.DIGEST;
    assertThat(text(".set")).contains(set);
    press("s");
    browser.until("document.querySelector('dialog[open]') !== null");
    assertThat(text("dialog")).contains("Start plan 17", set);
    script("document.querySelector('dialog form').requestSubmit()");
    await("the start").until(() -> acts().size() == 2);
    assertThat(acts().get(1).target()).isEqualTo("/plans/17/start");
  }

  @Test
  void aPlanThatAwaitsASecondPersonIsApprovedByAnotherAndNotStarted() {
    API.instead(
        "GET /",
        200,
        "{\"user\": \"bob\", \"roles\": [\"VIEWER\", \"OPERATOR\", \"APPROVER\"], \"links\": []}");
    API.awaitsASecondPerson("ann");
    open("#/plans/3");
    assertThat(text("main")).contains("awaited: somebody else must approve it");
    assertThat(browser.script("document.querySelector('main [data-key=s]') === null"))
        .as("no start")
        .isEqualTo("true");
    act("v", "looked at it");
    browser.until("document.querySelector('dialog') === null");
    assertThat(acts().get(0).target()).isEqualTo("/plans/3/approve");
    assertThat(acts().get(0).body())
        .isEqualTo("{\"digest\":\"" + FixedApi.DIGEST + "\",\"why\":\"looked at it\"}");
  }

  @Test
  void whoHasMadeAPlanIsNotAskedToApproveIt() {
    API.instead(
        "GET /",
        200,
        "{\"user\": \"Ann\", \"roles\": [\"VIEWER\", \"OPERATOR\", \"APPROVER\"], \"links\": []}");
    API.awaitsASecondPerson("ann");
    open("#/plans/3");
    assertThat(browser.script("document.querySelector('main [data-key=v]') === null"))
        .isEqualTo("true");
    assertThat(browser.script("document.querySelector('main [data-key=w]') !== null"))
        .isEqualTo("true");
  }

  /** The digest binds who approves to a set, and says nothing of what is in it. */
  @Test
  void whoDecidesOnAPlanSeesByWhatItWasChosenAndWhatItIsMadeOf() {
    open("#/plans/3");
    assertThat(text("main"))
        .contains("group orders, parked since 2026-11-23T06:00:00Z, keys orders, orders")
        .contains("1 item: when its turn comes it is gone", "AS_CHOSEN", "41", "message 17")
        .doesNotContain("upTo", "9223372036854775807");
    script("document.querySelector('main a[href*=\"outcome=CHANGED\"]').click()");
    browser.until("location.hash === '#/plans/3?outcome=CHANGED'");
    untilDrawn();
    assertThat(API.asked)
        .extracting(ConsoleHost.Asked::target)
        .contains("/plans/3/contents", "/plans/3/items?outcome=CHANGED");
    assertThat(text("main")).contains("of outcome CHANGED", "All items");
  }

  @Test
  void aPlanIsRehearsedBeforeItStarts() {
    open("#/plans/3");
    press("h");
    browser.until("document.querySelector('main').textContent.includes('Rehearsal')");
    assertThat(text("main")).contains("fresh", "40");
    assertThat(acts().get(0).headers()).doesNotContainKey("idempotency-key");
  }

  @Test
  @InEachEngine
  void aBodyIsShownOnlyOnceItsReaderHasSaidWhy() {
    open("#/parked/17");
    assertThat(browser.script("document.querySelector('pre') === null")).isEqualTo("true");
    act("b", "the customer asks");
    browser.until("document.querySelectorAll('pre').length === 2");
    assertThat(acts().get(0).target()).isEqualTo("/parked/17/body");
  }

  @Test
  void whatAnIntentSendsAndWhatWasKeptIsShownOnlyOnceItsReaderHasSaidWhy() {
    for (String place : List.of("/intents/" + FixedApi.INTENT, "/kept/17")) {
      open("#" + place);
      assertThat(browser.script("document.querySelector('pre') === null")).isEqualTo("true");
      act("b", "the provider asks");
      browser.until("document.querySelectorAll('pre').length === 1");
    }
    assertThat(acts())
        .extracting(ConsoleHost.Asked::target)
        .containsExactly("/intents/" + FixedApi.INTENT + "/body", "/kept/17/body");
  }

  @Test
  void whoMayNotActSeesNoActs() {
    API.instead("GET /", 200, "{\"user\": \"eve\", \"roles\": [\"VIEWER\"], \"links\": []}");
    open("#/");
    for (String place : screens().toList()) {
      goTo(place);
      assertThat(browser.script("document.querySelectorAll('main [data-key]:not(a)').length"))
          .as(place)
          .isEqualTo("0");
    }
  }

  @Test
  void whoseRolesCoverAPartIsNotLedToWhatIsOfEverything() {
    API.instead(
        "GET /",
        200,
        """
        {"user": "tia", "roles": ["OPERATOR"], "links": ["/backlog", "/parked", "/plans"],
         "scopes": [{"role": "OPERATOR", "consumers": ["reservations"], "destinations": []}]}""");
    open("#/");
    browser.until("document.querySelectorAll('#screens a').length === 7");
    assertThat(text("#screens")).contains("Parked", "Gaps").doesNotContain("Audit", "Doctor");
    goTo("#/plans");
    assertThat(browser.script("document.querySelectorAll('#screens a').length")).isEqualTo("7");
  }

  /** Or "nothing in this database" would be said of what is there and belongs to others. */
  @ParameterizedTest
  @ValueSource(strings = {"#/", "#/find?q=17", "#/parked", "#/plans"})
  void whoSeesAPartIsToldThatTheRestIsLeftOut(String place) {
    open(place);
    browser.until("document.querySelectorAll('#screens a').length === 10");
    assertThat(text("body")).doesNotContain("left out");
    API.instead(
        "GET /",
        200,
        """
        {"user": "tia", "roles": ["VIEWER", "PAYLOAD"], "links": [],
         "scopes": [{"role": "VIEWER", "consumers": ["reservations", "seats*"], "destinations": ["mail"]}]}""");
    open("#/kept");
    open(place);
    browser.until("document.querySelectorAll('#screens a').length === 7");
    assertThat(text("body"))
        .contains("You see a part: reservations, seats*, mail. What is of others is left out.");
  }

  @Test
  void whoSeesEverythingAndActsOnAPartIsToldOfNoPart() {
    API.instead(
        "GET /",
        200,
        """
        {"user": "tia", "roles": ["VIEWER", "OPERATOR"], "links": ["/audit", "/doctor", "/in-doubt"],
         "scopes": [{"role": "OPERATOR", "consumers": ["reservations"], "destinations": []}]}""");
    open("#/");
    browser.until("document.querySelectorAll('#screens a').length === 10");
    assertThat(text("body")).doesNotContain("left out");
  }

  @Test
  @InEachEngine
  void theQuestionMarkListsTheKeys() {
    open("#/plans");
    press("?");
    browser.until("document.querySelector('dialog[open]') !== null");
    assertThat(text("dialog")).contains("find any id", "pause refresh");
    browser.press(KeyCode.ESCAPE);
    browser.until("document.querySelector('dialog') === null");
  }

  @ParameterizedTest
  @InEachEngine
  @ValueSource(
      strings = {
        "o #/",
        "p #/parked",
        "c #/conflicts",
        "k #/kept",
        "i #/intents",
        "l #/plans",
        "g #/gaps",
        "t #/in-doubt",
        "a #/audit",
        "d #/doctor"
      })
  void twoKeysLeadToEachScreen(String keyAndPlace) {
    open("#/nothing");
    press("g");
    press(keyAndPlace.substring(0, 1));
    browser.until("location.hash === '" + keyAndPlace.substring(2) + "'");
    untilDrawn();
  }

  @Test
  void theDoctorExaminesWhenSomebodyAsksAndNotByItself() {
    open("#/doctor");
    assertThat(text("main"))
        .contains("Of this node alone, its server and its database: orders.")
        .contains("2 findings, the worst first", "2 things as they should be", "error SEMEL-0844");
    assertThat(reads("/doctor")).isEqualTo(1);
    browser.until(isOld("[6-9]|\\d{2,}", "refresh waits for you"));
    assertThat(reads("/doctor")).isEqualTo(1);
    script("window.first = document.querySelector('main > *').readAt");
    press("u");
    await("another examination").until(() -> reads("/doctor") == 2);
    browser.until("document.querySelector('main > *').readAt > window.first");
  }

  @Test
  @InEachEngine
  void anIdIsFoundFromEverywhereByKeyboard() {
    API.instead(
        "GET /find", 200, "{\"items\": [{\"what\": \"parked\", \"target\": \"/parked/17\"}]}");
    open("#/plans");
    press("/");
    browser.until("document.activeElement.id === 'q'");
    browser.type("17");
    browser.press(KeyCode.ENTER);
    browser.until("location.hash === '#/parked/17'");
    untilDrawn();
  }

  @Test
  @InEachEngine
  void aLoginThatHasEndedIsSaid() {
    open("#/audit");
    API.instead(
        "GET /audit",
        401,
        "{\"title\": \"Nobody is logged in.\", \"detail\": \"Log in first.\", \"code\": \"SEMEL-0000\"}");
    press("u");
    browser.until("document.querySelector('main .problem')?.textContent.includes('Log in first.')");
    assertThat(text("main")).contains("Log in again", "What stands below is older.");
  }

  @Test
  @InEachEngine
  void refreshCanBePaused() {
    open("#/audit");
    press("z");
    browser.until("document.getElementById('age').textContent.includes('refresh is paused')");
    assertThat(browser.script("document.getElementById('pause').getAttribute('aria-pressed')"))
        .isEqualTo("true");
    press("z");
    browser.until("document.getElementById('age').textContent.includes('refresh every 5 s')");
  }

  @Test
  @InEachEngine
  void theOverviewDrawsWhatItHasSeen() {
    open("#/");
    press("u");
    browser.until("document.querySelectorAll('svg.spark polyline').length >= 2");
    assertThat(text("main"))
        .contains("In this database: 4 messages wait, 2 intents wait.", "the oldest since 26 h");
  }

  private static String noted(int id, String subject) {
    return "{\"id\": "
        + id
        + ", \"at\": \"2026-11-23T06:00:00Z\", \"by\": {\"who\": \"ann\", \"why\": \"mended\"},"
        + " \"act\": \"RELEASE\", \"subject\": \""
        + subject
        + "\", \"outcome\": \"released\"}";
  }
}
