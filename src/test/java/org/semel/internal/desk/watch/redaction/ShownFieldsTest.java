// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.redaction;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.desk.watch.redaction.BodyView.AllowedFields;
import org.semel.internal.desk.watch.redaction.BodyView.NothingOfIt;
import org.semel.internal.desk.watch.redaction.BodyView.WhyNothing;
import org.semel.message.Body;

/** Of a JSON body only those values are shown that a pointer names. */
class ShownFieldsTest {

  private static final String ORDER =
      """
      {"order": "4711", "total": 1.50, "paid": false, "note": null, "customer": {"name": "Ann", "mail": "ann@example.org"},
       "card": "4111111111111111", "pin": "12345678", "a/b": {"c~d": "ü"},
       "lines": [{"sku": "S1", "price": 2}, {"sku": "S2", "price": 3}]}""";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/order | /order=4711",
        "/total | /total=1.50",
        "/paid, /note | /paid=false /note=null",
        "/lines/*/sku | /lines/0/sku=S1 /lines/1/sku=S2",
        "/lines/1/sku | /lines/1/sku=S2",
        "/lines/01/sku | ''",
        "/lines/-/sku | ''",
        "/a~1b/c~0d | /a~1b/c~0d=ü",
        "/customer | ''",
        "/lines | ''",
        "/lines/* | ''",
        "/Order | ''",
        "/order/x | ''",
        "/ | ''"
      })
  void onlyTheValuesThatAPointerNamesAreShownAsTheyAreWritten(String pointers, String expected) {
    assertThat(text(ShownFields.whole(pointers), ORDER)).isEqualTo(expected);
  }

  /** A name can be payload: a map from addresses to amounts. */
  @Test
  void aMembersNameThatNoPolicySpellsIsNotShown() {
    assertThat(text(ShownFields.whole("/customer/*"), ORDER))
        .isEqualTo("/customer/*=Ann /customer/*=ann@example.org");
  }

  @Test
  void aMaskHoldsWhereSeveralRulesNameOneValue() {
    ShownFields shown =
        ShownFields.whole("/*, /order, /card")
            .and(ShownFields.masked("/card:last4, /pin:last4, /order:length, /order:last4"));
    assertThat(text(shown, ORDER))
        .contains("/card=…1111", "/pin=…", "/order=4 characters", "/*=1.50")
        .doesNotContain("12345678", "4111111", "4711");
  }

  @Test
  void aMaskedOrCutValueSaysThatItIsNotWhole() {
    AllowedFields masked = fields(ShownFields.masked("/card:last4"), ORDER);
    assertThat(masked.fields()).singleElement().matches(field -> !field.isWhole());
    String mouse = "\uD83D\uDC2D";
    AllowedFields cut =
        fields(
            ShownFields.whole("/a"), "{\"a\":\"" + mouse.repeat(FieldReader.LONGEST + 1) + "\"}");
    assertThat(cut.fields().get(0).text()).isEqualTo(mouse.repeat(FieldReader.LONGEST));
    assertThat(cut.fields().get(0).isWhole()).isFalse();
  }

  @Test
  void moreFieldsThanAreShownAreNotKept() {
    String many =
        IntStream.range(0, 5_000)
            .mapToObj(String::valueOf)
            .collect(Collectors.joining(",", "[", "]"));
    AllowedFields some = fields(ShownFields.whole("/*"), many);
    assertThat(some.fields()).hasSize(FieldReader.MOST_FIELDS);
    assertThat(some.isComplete()).isFalse();
    assertThat(fields(ShownFields.whole("/*"), "[1]").isComplete()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain text",
        "{",
        "{\"order\":\"1\"",
        "{\"order\":\"1\"} trailing",
        "{\"order\":\"1\",}",
        "{\"order\":\"1\"}{\"order\":\"2\"}",
        "{\"order\":\"1\",\"order\":\"2\"}",
        "{\"order\":\"1\",\"x\":{\"a\":1,\"a\":1}}",
        "{\"order\":\"1\",\"ord\\u0065r\":\"2\"}",
        "{\"order\":\"\\ud800\"}",
        "{\"order\":NaN}",
        "{\"order\":'1'}",
        "<order>1</order>"
      })
  void ofWhatIsNoJsonOrAmbiguousOnlyTheDigestIsShown(String text) {
    assertNothing(Body.bytes(text.getBytes(UTF_8), null), WhyNothing.NOT_JSON);
  }

  @Test
  void norIsAnythingShownOfWhatIsNotUtf8OrNestedWithoutEnd() {
    byte[] latin = "{\"order\":\"ü\"}".getBytes(StandardCharsets.ISO_8859_1);
    assertNothing(Body.bytes(latin, null), WhyNothing.NOT_JSON);
    String deep = "{\"order\":\"1\",\"x\":" + "[".repeat(400_000) + "]".repeat(400_000) + "}";
    assertNothing(Body.bytes(deep.getBytes(UTF_8), null), WhyNothing.NOT_JSON);
  }

  @Test
  void whatIsTooLargeOrWasNotReadIsNotParsed() {
    byte[] large = ("{\"order\":\"1\"}" + " ".repeat(ShownFields.LARGEST_READ)).getBytes(UTF_8);
    NothingOfIt nothing = assertNothing(Body.bytes(large, null), WhyNothing.NOT_READ);
    assertThat(nothing.digest()).isEmpty();
    assertNothing(Body.unread(Body.Form.TEXT, 5, null), WhyNothing.NOT_READ);
  }

  @Test
  void byDefaultNothingIsSaidOfABody() {
    assertThat(ShownFields.NONE.of(Body.bytes(ORDER.getBytes(UTF_8), null))).isEmpty();
    assertThat(ShownFields.whole("").and(ShownFields.masked(" ")).isNone()).isTrue();
    assertThat(ShownFields.whole("/order").of(Body.none())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "order",
        "$.order",
        "/a~2",
        "/a~",
        "#/order",
        "/a\u0000b",
        "/order /sku/~",
        "/order; x/~"
      })
  void whatIsNoPointerIsRefused(String pointer) {
    assertThatThrownBy(() -> ShownFields.whole(pointer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("must be JSON pointers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/card", "/card:last5", "/card:", "/card:whole", "card:last4", ":last4"})
  void whatHasNoMaskIsRefused(String rule) {
    assertThatThrownBy(() -> ShownFields.masked(rule)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aPolicyHasBounds() {
    String many = "/a,".repeat(33);
    assertThatThrownBy(() -> ShownFields.whole(many)).hasMessageContaining("at most 32");
    assertThatThrownBy(() -> ShownFields.whole("/a".repeat(17))).hasMessageContaining("16 parts");
    assertThatThrownBy(() -> ShownFields.whole("/" + "a".repeat(200)))
        .hasMessageContaining("200 characters");
    assertThat(text(ShownFields.masked("/dc:title:length"), "{\"dc:title\":\"abc\"}"))
        .isEqualTo("/dc:title=3 characters");
  }

  private static NothingOfIt assertNothing(Body body, WhyNothing why) {
    BodyView view = ShownFields.whole("/order, /x/*").of(body).orElseThrow();
    assertThat(view).isInstanceOf(NothingOfIt.class);
    assertThat(((NothingOfIt) view).why()).isEqualTo(why);
    assertThat(((NothingOfIt) view).digest().isPresent()).isEqualTo(why == WhyNothing.NOT_JSON);
    return (NothingOfIt) view;
  }

  private static AllowedFields fields(ShownFields shown, String json) {
    return (AllowedFields) shown.of(Body.bytes(json.getBytes(UTF_8), null)).orElseThrow();
  }

  private static String text(ShownFields shown, String json) {
    List<BodyView.ShownField> fields = fields(shown, json).fields();
    return fields.stream()
        .map(field -> field.at() + "=" + field.text())
        .collect(Collectors.joining(" "));
  }
}
