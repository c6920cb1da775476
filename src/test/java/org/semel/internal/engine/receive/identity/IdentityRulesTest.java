// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.engine.receive.identity.Identification.Identified;
import org.semel.internal.engine.receive.identity.Identification.Unidentifiable;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.message.ProducerKey;

class IdentityRulesTest {

  static final String EVENT =
      """
      {"specversion":"1.0","id":"536365-1","source":"/online-retail/uk","type":"order.line.placed","data":{"line":1}}\
      """;

  @Nested
  class OfACloudEvent {

    final IdentityRule rule = IdentityRules.cloudEvent();

    @Test
    void areReadFromTheBodyInStructuredMode() {
      assertThat(rule.identify(Messages.text(EVENT)))
          .isEqualTo(new Identified("/online-retail/uk|536365-1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ce_", "cloudEvents_", "CE_", "cloudEvents:"})
    void areReadFromHeadersInBinaryMode(String prefix) {
      Message binary =
          Messages.text(
              "{}", Map.of(prefix + "id", "536365-1", prefix + "source", "/online-retail/uk"));
      assertThat(rule.identify(binary)).isEqualTo(new Identified("/online-retail/uk|536365-1"));
    }

    @Test
    void areTheSameInBothModes() {
      Message binary =
          Messages.text("{}", Map.of("ce_id", "536365-1", "ce_source", "/online-retail/uk"));
      assertThat(rule.identify(binary)).isEqualTo(rule.identify(Messages.text(EVENT)));
    }

    @Test
    void followTheContentTypeWhenHeadersSaySomethingElse() {
      Message both =
          Messages.typed(
              "application/cloudevents+json; charset=utf-8",
              EVENT,
              Map.of("ce_id", "forged", "ce_source", "/elsewhere"));
      assertThat(rule.identify(both)).isEqualTo(new Identified("/online-retail/uk|536365-1"));
    }

    @Test
    void keepSourceAndIdApart() {
      assertThat(rule.identify(event("a|b", "c"))).isNotEqualTo(rule.identify(event("a", "b|c")));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "{\"id\":\"1\"}",
          "{\"source\":\"/s\"}",
          "{\"id\":\"\",\"source\":\"/s\"}",
          "{\"id\":\"1\",\"source\":\" \"}",
          "{\"id\":null,\"source\":\"/s\"}",
          "{\"id\":{},\"source\":\"/s\"}",
          "[]",
          "\"text\"",
          "1"
        })
    void areMissedWhenTheyAreNotThere(String body) {
      assertThat(reason(rule, Messages.text(body))).isEqualTo(ParkingReason.NO_IDENTITY);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          "no json",
          "{\"id\":\"1\",\"source\":\"/s\"",
          "{\"id\":\"1\",\"source\":\"/s\"}}",
          "{\"id\":\"1\",\"source\":\"/s\"} {}",
          "{\"id\":\"1\",\"id\":\"2\",\"source\":\"/s\"}",
          "{\"id\":\"1\",\"source\":\"/s\",\"data\":{\"n\":1e99999999999}}",
          "{\"id\":\"1\",\"source\":\"/s\",\"data\":\"\\ud800\"}",
          "<order/>"
        })
    void areNotReadFromADoubtfulDocument(String body) {
      assertThat(reason(rule, Messages.text(body))).isEqualTo(ParkingReason.NOT_JSON);
    }

    @Test
    void areNotReadFromBytesThatAreNotUtf8() {
      byte[] body = EVENT.getBytes(StandardCharsets.UTF_8);
      body[10] = (byte) 0xC3;
      body[11] = (byte) 0x28;
      assertThat(reason(rule, Messages.bytes(body))).isEqualTo(ParkingReason.NOT_JSON);
    }

    @Test
    void areNotReadFromADocumentNestedBeyondReason() {
      String deep =
          "{\"id\":\"1\",\"source\":\"/s\",\"data\":"
              + "[".repeat(100_000)
              + "]".repeat(100_000)
              + "}";
      assertThat(reason(rule, Messages.text(deep))).isEqualTo(ParkingReason.NOT_JSON);
    }

    @Test
    void areReadBehindAByteOrderMark() {
      assertThat(rule.identify(Messages.text("\uFEFF" + EVENT)))
          .isEqualTo(new Identified("/online-retail/uk|536365-1"));
    }

    @Test
    void areInvalidWhenTooLong() {
      String event = "{\"id\":\"1\",\"source\":\"" + "s".repeat(100_000) + "\"}";
      assertThat(reason(rule, Messages.text(event))).isEqualTo(ParkingReason.IDENTITY_INVALID);
    }

    @Test
    void areNotReadFromADocumentOfMoreNamesThanCanBeCompared() {
      StringBuilder names = new StringBuilder("{\"id\":\"1\",\"source\":\"/s\"");
      for (int i = 0; i < JsonReader.MOST_NAMES; i++) {
        names.append(",\"").append(i).append("\":0");
      }
      assertThat(reason(rule, Messages.text(names + "}"))).isEqualTo(ParkingReason.NOT_JSON);
    }

    @ParameterizedTest
    @ValueSource(ints = {1_100, 1_101, 100_000})
    void areReadBesideANumberOfAnyLength(int digits) {
      for (String number :
          List.of("9".repeat(digits), "0." + "9".repeat(digits), "-" + "9".repeat(digits) + "e7")) {
        assertThat(
                rule.identify(
                    Messages.text("{\"id\":\"1\",\"source\":\"/s\",\"n\":" + number + "}")))
            .isEqualTo(new Identified("/s|1"));
      }
    }

    @Test
    void areNotReadFromObjectsNestedBeyondReason() {
      String deep =
          "{\"id\":\"1\",\"source\":\"/s\",\"data\":"
              + "{\"a\":".repeat(200)
              + "1"
              + "}".repeat(200)
              + "}";
      assertThat(reason(rule, Messages.text(deep))).isEqualTo(ParkingReason.NOT_JSON);
    }

    private Message event(String source, String id) {
      return Messages.text("{}", Map.of("ce_id", id, "ce_source", source));
    }
  }

  @Nested
  class OfAHeader {

    final IdentityRule rule = IdentityRules.header("orderId");

    @Test
    void areReadWithoutRegardToLetterCase() {
      assertThat(rule.identify(Messages.text("", Map.of("ORDERID", "A-1"))))
          .isEqualTo(new Identified("A-1"));
    }

    @Test
    void preferTheExactSpelling() {
      Message both = Messages.text("", Map.of("orderid", "forged", "orderId", "A-1"));
      assertThat(rule.identify(both)).isEqualTo(new Identified("A-1"));
    }

    @Test
    void mayBeNumbers() {
      assertThat(rule.identify(Messages.text("", Map.of("orderId", 17L))))
          .isEqualTo(new Identified("17"));
    }

    @Test
    void areMissedWhenTheHeaderIsMissing() {
      assertThat(reason(rule, Messages.text("{}"))).isEqualTo(ParkingReason.NO_IDENTITY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u0000b", "a\nb", "\uD800"})
    void areInvalidWhenUnprintable(String key) {
      assertThat(reason(rule, Messages.text("", Map.of("orderId", key))))
          .isEqualTo(ParkingReason.IDENTITY_INVALID);
    }

    @Test
    void areInvalidWhenTooLong() {
      Message message = Messages.text("", Map.of("orderId", "x".repeat(10_240)));
      assertThat(reason(rule, message)).isEqualTo(ParkingReason.IDENTITY_INVALID);
    }

    @Test
    void mayBeAsLongAsTheLimit() {
      Message message = Messages.text("", Map.of("orderId", "x".repeat(ProducerKey.LONGEST)));
      assertThat(rule.identify(message)).isInstanceOf(Identified.class);
    }
  }

  @Nested
  class OfABusinessKey {

    @Test
    void areReadFromWhereThePointerPoints() {
      assertThat(
              IdentityRules.json("/orders/1/no~1year")
                  .identify(Messages.text("{\"orders\":[{},{\"no/year\":\"7/26\"}]}")))
          .isEqualTo(new Identified("7/26"));
    }

    @Test
    void spellEqualNumbersAlike() {
      IdentityRule rule = IdentityRules.json("/n");
      assertThat(rule.identify(Messages.text("{\"n\":100}")))
          .isEqualTo(new Identified("100"))
          .isEqualTo(rule.identify(Messages.text("{\"n\":1e2}")))
          .isEqualTo(rule.identify(Messages.text("{\"n\":100.0}")));
    }

    @Test
    void needEveryPart() {
      IdentityRule rule =
          IdentityRules.composite(
              List.of(IdentityRules.header("tenant"), IdentityRules.json("/order")));
      Message whole = Messages.text("{\"order\":\"7\"}", Map.of("tenant", "t"));
      assertThat(rule.identify(whole)).isEqualTo(new Identified("t|7"));
      assertThat(reason(rule, Messages.text("{\"order\":\"7\"}")))
          .isEqualTo(ParkingReason.NO_IDENTITY);
    }

    @Test
    void tellTheVersionsOfAnAggregateApart() {
      IdentityRule rule =
          IdentityRules.aggregate(IdentityRules.json("/id"), IdentityRules.json("/version"));
      assertThat(rule.identify(Messages.text("{\"id\":\"A\",\"version\":3}")))
          .isEqualTo(new Identified("A|3"));
      assertThat(reason(rule, Messages.text("{\"id\":\"A\",\"version\":\"three\"}")))
          .isEqualTo(ParkingReason.IDENTITY_INVALID);
    }
  }

  static ParkingReason reason(IdentityRule rule, Message message) {
    return ((Unidentifiable) rule.identify(message)).reason();
  }
}
