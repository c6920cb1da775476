// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is typed into a field of the console stays a text. */
abstract class ConsoleFieldsContract extends ConsoleContract {

  /** How many fields the dialogs of a screen have together; of all others they are none. */
  private static final Map<String, Integer> FIELDS_OF_DIALOGS =
      Map.ofEntries(
          Map.entry("#/", 2),
          Map.entry("#/identity?consumer=orders&key=17", 3),
          Map.entry("#/parked?consumer=orders", 6),
          Map.entry("#/parked/17", 3),
          Map.entry("#/conflicts?consumer=orders", 1),
          Map.entry("#/kept?consumer=orders", 5),
          Map.entry("#/kept/17", 2),
          Map.entry("#/intents?destination=mail", 16),
          Map.entry("#/intents?destination=mail&state=PENDING", 12),
          Map.entry("#/intents/" + FixedApi.INTENT, 5),
          Map.entry("#/plans/3", 2),
          Map.entry("#/gaps?consumer=orders", 1),
          Map.entry("#/gaps?consumer=orders&key=17", 3));

  @BeforeEach
  void fewRows() {
    API.items(1);
  }

  @Test
  @InEachEngine
  void aHostileTextInTheFindBoxStaysText() {
    openSmall("#/");
    assertThat(reported(TypedTexts.intoTheFindBox())).isEmpty();
    assertThat(number("typed")).isEqualTo(40);
    assertThat(browser.complaints()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "#/parked, 5",
    "#/parked?consumer=orders, 5",
    "#/kept, 5",
    "#/kept?consumer=orders, 5",
    "#/intents, 5",
    "#/intents?destination=mail, 5",
    "#/intents?destination=mail&state=PENDING, 5",
    "#/gaps, 2",
    "#/gaps?consumer=orders&key=17, 2"
  })
  void aHostileTextInAnyFieldOfAFilterStaysText(String place, int fields) {
    openSmall(place);
    assertThat(reported(TypedTexts.intoTheFilter())).isEmpty();
    assertThat(number("typed")).isEqualTo(40 * fields);
    assertThat(browser.complaints()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("screens")
  void aHostileTextInAnyFieldOfADialogStaysText(String place) {
    API.quotesReasons();
    openSmall(place);
    assertThat(reported(TypedTexts.intoTheDialogs())).isEmpty();
    assertThat(browser.complaints()).isEmpty();
    assertThat(number("typed")).isEqualTo(40 * FIELDS_OF_DIALOGS.getOrDefault(place, 0));
  }

  @Test
  @InEachEngine
  void aHostileReasonIsRememberedAsText() {
    openSmall("#/parked/17");
    assertThat(reported(TypedTexts.asReasons())).isEmpty();
    assertThat(number("typed")).isEqualTo(41);
    assertThat(browser.complaints()).isEmpty();
  }

  /** What the others stand on: a page with a hole is found by them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "main.insertAdjacentHTML('beforeend', field.value)",
        "main.append(document.createRange().createContextualFragment(field.value))",
        "main.querySelector('h1 ~ div').setAttribute('style', field.value)",
        "document.querySelector('.home').setAttribute('href', field.value)",
        "document.getElementById('status').textContent = field.value",
        "setTimeout(field.value)"
      })
  void aPageThatMakesMoreOfATextIsFound(String hole) {
    openSmall("#/gaps");
    script(
        "addEventListener('submit', ({ target }) => { for (const field of target.querySelectorAll('input')) { const main = document.querySelector('main'); "
            + hole
            + "; } }, true)");
    String found = reported(TypedTexts.intoTheFilter());
    assertThat(found + browser.complaints()).isNotEqualTo("[]");
  }

  /** A large window would be painted for each text. */
  private void openSmall(String place) {
    openIn(400, 300, place);
    script("sessionStorage.clear()");
  }

  private String reported(String script) {
    browser.script(script);
    browser.until("window.report !== undefined");
    return browser.script("window.report");
  }
}
