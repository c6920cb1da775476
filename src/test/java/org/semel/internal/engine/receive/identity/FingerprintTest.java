// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.engine.receive.identity.FingerprintProfile.CLOUDEVENT;
import static org.semel.internal.engine.receive.identity.FingerprintProfile.EXACT;
import static org.semel.internal.engine.receive.identity.FingerprintProfile.JSON;
import static org.semel.message.Fingerprint.Agreement.DIFFERENT;
import static org.semel.message.Fingerprint.Agreement.INCOMPARABLE;
import static org.semel.message.Fingerprint.Agreement.SAME;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.message.Body;
import org.semel.message.Fingerprint;
import org.semel.message.Headers;
import org.semel.message.Message;
import org.semel.message.Messages;

class FingerprintTest {

  @Test
  void exactCountsEveryByte() {
    assertThat(compare(EXACT, "{\"a\":1}", "{\"a\":1}")).isEqualTo(SAME);
    assertThat(compare(EXACT, "{\"a\":1}", "{\"a\": 1}")).isEqualTo(DIFFERENT);
  }

  @Test
  void jsonCountsMeaningAndNotSpelling() {
    assertThat(
            compare(
                JSON, "{\"a\":1.50,\"b\":[true,null]}", "{ \"b\": [true, null], \"a\": 15e-1 }"))
        .isEqualTo(SAME);
    assertThat(compare(JSON, "{\"a\":\"1\"}", "{\"a\":1}")).isEqualTo(DIFFERENT);
    assertThat(compare(JSON, "[1,2]", "[2,1]")).isEqualTo(DIFFERENT);
    assertThat(compare(JSON, "{\"a\":\"\\\",\\\"b\\\":\\\"\"}", "{\"a\":\"\",\"b\":\"\"}"))
        .isEqualTo(DIFFERENT);
  }

  @Test
  void whatHoldsHalfOfASurrogatePairIsTakenByteForByte() {
    assertThat(compare(JSON, "[\"\\ud800\"]", "[\"\\ud801\"]")).isEqualTo(DIFFERENT);
    assertThat(compare(JSON, "[\"\\ud800\"]", "[\"?\"]")).isEqualTo(DIFFERENT);
    assertThat(compare(JSON, "[\"\\ud83d\\ude00\"]", "[\"\uD83D\uDE00\"]")).isEqualTo(SAME);
  }

  @Test
  void theOrderOfNamesDoesNotCountAndThatOfItemsDoes() {
    assertThat(
            compare(
                JSON,
                "{\"a\":{\"x\":1,\"y\":2},\"b\":[{}]}",
                "{\"b\":[{}],\"a\":{\"y\":2,\"x\":1}}"))
        .isEqualTo(SAME);
    assertThat(compare(JSON, "[[1],[2]]", "[[1,2]]")).isEqualTo(DIFFERENT);
    assertThat(compare(JSON, "[[],{}]", "[{},[]]")).isEqualTo(DIFFERENT);
    assertThat(compare(JSON, "[null]", "[\"null\"]")).isEqualTo(DIFFERENT);
  }

  @Test
  void textsAreToldApartHoweverLongTheyAre() {
    String text = "x".repeat(100_000);
    assertThat(compare(JSON, "[\"" + text + "a\"]", "[\"" + text + "b\"]")).isEqualTo(DIFFERENT);
    assertThat(compare(JSON, "{\"" + text + "a\":1}", "{\"" + text + "b\":1}"))
        .isEqualTo(DIFFERENT);
  }

  @Test
  void dataAndItsEncodingAreNotTheSame() {
    assertThat(compare(CLOUDEVENT, "{\"data\":\"QUJD\"}", "{\"data_base64\":\"QUJD\"}"))
        .isEqualTo(DIFFERENT);
  }

  @Test
  void aSubjectThatIsANumberIsNotATextOfItsDigits() {
    assertThat(compare(CLOUDEVENT, "{\"subject\":1}", "{\"subject\":\"1\"}")).isEqualTo(DIFFERENT);
  }

  @Test
  void aByteOrderMarkDoesNotCount() {
    assertThat(compare(JSON, "\uFEFF{\"a\":1}", "{\"a\":1}")).isEqualTo(SAME);
  }

  @Test
  void numbersOfAnyLengthCountByTheirValue() {
    String digits = "7".repeat(5_000);
    assertThat(compare(JSON, "[" + digits + "]", "[" + digits + ".0e0]")).isEqualTo(SAME);
    assertThat(compare(JSON, "[" + digits + "]", "[" + digits.replaceFirst("7", "6") + "]"))
        .isEqualTo(DIFFERENT);
  }

  @Test
  void jsonTakesABodyThatIsNoneByteForByte() {
    assertThat(compare(JSON, "<a/>", "<a/>")).isEqualTo(SAME);
    assertThat(compare(JSON, "<a/>", "<b/>")).isEqualTo(DIFFERENT);
    assertThat(compare(JSON, "<a/>", "{}")).isEqualTo(DIFFERENT);
  }

  @Test
  void aResentEventMayHaveAnotherTimeAndTrace() {
    assertThat(compare(CLOUDEVENT, event("10:00", "placed", 6), event("10:05", "placed", 6)))
        .isEqualTo(SAME);
  }

  @Test
  void anEventWithOtherDataOrAnotherTypeIsAnother() {
    assertThat(compare(CLOUDEVENT, event("10:00", "placed", 6), event("10:00", "placed", 7)))
        .isEqualTo(DIFFERENT);
    assertThat(compare(CLOUDEVENT, event("10:00", "placed", 6), event("10:00", "cancelled", 6)))
        .isEqualTo(DIFFERENT);
  }

  @Test
  void anEventIsTheSameInBothModes() {
    Message structured = Messages.text(event("10:00", "placed", 6));
    Message binary =
        Messages.text(
            "{\"quantity\":6.0}", Map.of("ce_id", "1", "ce_source", "/s", "ce_type", "placed"));
    assertThat(CLOUDEVENT.of(structured).with(CLOUDEVENT.of(binary))).isEqualTo(SAME);
  }

  /** Each line: the content type, the data in structured mode, the body in binary mode. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json | \"data\":{\"n\":1} | {\"n\":1.0}",
        "application/vnd.x+json | \"data\":[1] | [ 1 ]",
        "application/json; charset=utf-8 | \"data\":\"text\" | \"text\"",
        "application/json | \"data_base64\":\"eyJuIjoxfQ==\" | {\"n\": 1}",
        "text/plain | \"data\":\"Grüße, \\n 7\" | Grüße, \\n 7",
        "text/plain | \"data\":\"7\" | 7",
        "text/plain | \"data_base64\":\"aGVsbG8=\" | hello",
        "TEXT/XML;charset=utf-8 | \"data\":\"<a/>\" | <a/>",
        "application/xml | \"data\":\"<a>1</a>\" | <a>1</a>",
        "application/octet-stream | \"data_base64\":\"AP8B\" | bytes 00ff01",
        "application/octet-stream | \"data\":\"{}\" | {}",
        " | \"data\":{\"n\":1} | {\"n\":1}",
        " | \"data_base64\":\"AP8B\" | bytes 00ff01",
        "text/plain | \"data\":\"LONG\" | LONG",
        "text/plain | \"data\":\"\" | ''",
        "text/plain | \"time\":\"10:00\" | ''"
      })
  void anEventIsTheSameInTheOtherModeWhateverItsDataIs(String type, String data, String body) {
    String text = body.replace("LONG", "x".repeat(5_000)).replace("\\n", "\n");
    byte[] bytes =
        text.startsWith("bytes ")
            ? HexFormat.of().parseHex(text.substring("bytes ".length()))
            : text.getBytes(StandardCharsets.UTF_8);
    Message structured =
        Messages.text(
            "{\"id\":\"1\",\"type\":\"t\",%s%s}"
                .formatted(
                    type == null ? "" : "\"datacontenttype\":\"" + type + "\",",
                    data.replace("LONG", "x".repeat(5_000))));
    Message same = binary(type, bytes);
    assertThat(CLOUDEVENT.of(structured).with(CLOUDEVENT.of(same))).isEqualTo(SAME);
    byte[] others = Arrays.copyOf(bytes, bytes.length + 1);
    others[bytes.length] = '1';
    assertThat(CLOUDEVENT.of(structured).with(CLOUDEVENT.of(binary(type, others))))
        .isEqualTo(DIFFERENT);
  }

  private static Message binary(String type, byte[] body) {
    return new Message(
        Headers.of(Map.of("ce_id", "1", "ce_type", "t")),
        Body.bytes(body, type),
        Messages.origin(1));
  }

  @Test
  void fingerprintsOfDifferentProfilesAreNoConflict() {
    Message message = Messages.text("{}");
    assertThat(EXACT.of(message).with(JSON.of(message))).isEqualTo(INCOMPARABLE);
  }

  /** Else rows of before an upgrade would become conflicts: a change needs a new version. */
  @ParameterizedTest
  @CsvSource({
    "NONE, 00e3b0c44298fc1c149afbf4c8996fb924",
    "EXACT, 0102c075bfd4400df4d9da9e40c4226bf5",
    "JSON, 126cce19195e9843003e94a4da7ed72107",
    "CLOUDEVENT, 138a34b2fd9b9d780440fc134ff0966436",
  })
  void whatAProfileGivesIsTheSameInEveryReleaseUnlessItsVersionChanges(
      FingerprintProfile profile, String fingerprint) {
    Message message =
        Messages.text(
            """
            {"type":"placed","source":"/s","id":"1","time":"10:00",
             "data":{"z":[1.50,-0,1e30,0.1e-7],"a":"\\u00e9\\n\\"","e":{},"n":null,"t":true}}
            """);
    assertThat(profile.of(message).toString()).isEqualTo(fingerprint);
  }

  @Test
  void survivesTheStore() {
    Fingerprint fingerprint = EXACT.of(Messages.text("x"));
    assertThat(Fingerprint.stored(fingerprint.bytes())).isEqualTo(fingerprint);
  }

  private static Fingerprint.Agreement compare(FingerprintProfile profile, String a, String b) {
    return profile.of(Messages.text(a)).with(profile.of(Messages.text(b)));
  }

  private static String event(String time, String type, int quantity) {
    return """
    {"id":"1","source":"/s","time":"%s","type":"%s","traceparent":"%s","data":{"quantity":%d}}"""
        .formatted(time, type, time, quantity);
  }

  @Test
  void anEventsMeaningIsItsTypeItsSubjectAndItsDataInEitherMode() {
    String body = "{\"data_base64\":\"QQ==\"}";
    Message binary = Messages.text(body, Map.of("ce_id", "1", "ce_type", "t", "ce_subject", "s"));
    assertThat(CLOUDEVENT.of(binary).with(CLOUDEVENT.of(structured("t", "s", "\"data\":" + body))))
        .isEqualTo(SAME);
    Message otherSubject =
        Messages.text(body, Map.of("ce_id", "1", "ce_type", "t", "ce_subject", "r"));
    assertThat(CLOUDEVENT.of(binary).with(CLOUDEVENT.of(otherSubject))).isEqualTo(DIFFERENT);
    assertThat(
            CLOUDEVENT
                .of(structured("t", "s", "\"data_base64\":\"QQ==\""))
                .with(CLOUDEVENT.of(structured("t", "s", "\"data_base64\":\"Qg==\""))))
        .isEqualTo(DIFFERENT);
  }

  private static Message structured(String type, String subject, String data) {
    return Messages.text(
        "{\"id\":\"1\",\"type\":\"%s\",\"subject\":\"%s\",%s}".formatted(type, subject, data));
  }

  @Test
  void aBodyThatIsNoneIsNotTakenForOneThatMeansItsBytes() {
    byte[] asDigested = {'"', 0, 0, 0, 1, 'a'};
    assertThat(JSON.of(Messages.bytes(asDigested)).with(JSON.of(Messages.text("\"a\""))))
        .isEqualTo(DIFFERENT);
  }
}
