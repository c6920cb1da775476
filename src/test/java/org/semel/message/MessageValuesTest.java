// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.CharacterCodingException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a message is made of keeps what it was given, compares by it and prints none of it. */
class MessageValuesTest {

  private static final byte[] BYTES = {1, 2, 3};

  @Test
  void bodiesAreEqualOnlyIfAllOfThemIs() {
    Body body = Body.bytes(BYTES, "x/y");
    assertThat(body)
        .isEqualTo(Body.bytes(BYTES.clone(), "x/y"))
        .hasSameHashCodeAs(Body.bytes(BYTES.clone(), "x/y"))
        .isNotEqualTo(Body.stored(Body.Form.TEXT, BYTES, "x/y"))
        .isNotEqualTo(Body.bytes(new byte[] {1, 2, 4}, "x/y"))
        .isNotEqualTo(Body.bytes(BYTES, null))
        .isNotEqualTo(Body.unread(Body.Form.BYTES, 3, "x/y"))
        .doesNotHaveSameHashCodeAs(Body.bytes(new byte[] {1, 2, 4}, "x/y"));
    assertThat(Body.unread(Body.Form.BYTES, 3, null))
        .isNotEqualTo(Body.unread(Body.Form.BYTES, 4, null));
  }

  @Test
  void aBodyPrintsItsKindAndLengthOnly() throws CharacterCodingException {
    assertThat(Body.text("\u00fcz", null)).hasToString("TEXT of 3 bytes");
  }

  @Test
  void aBodyThatWasNotReadTellsItsSizeAndRefusesItsBytes() {
    Body unread = Body.unread(Body.Form.BYTES, 7, "x/y");
    assertThat(unread.isRead()).isFalse();
    assertThat(unread.size()).isEqualTo(7);
    assertThat(unread.contentType()).contains("x/y");
    assertThat(unread.form()).isEqualTo(Body.Form.BYTES);
    assertThatThrownBy(unread::bytes)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("7");
    assertThat(Body.unread(Body.Form.NONE, 0, null).isRead()).isTrue();
  }

  @Test
  void headersAreReplacedHoweverTheyAreSpelled() {
    Headers headers = Headers.of(Map.of("TraceParent", "old", "b", "kept"));
    Map<String, String> others = Map.of("traceparent", "new");
    assertThat(headers.replacing(List.of("traceparent"), others))
        .isEqualTo(Headers.of(Map.of("traceparent", "new", "b", "kept")));
  }

  @Test
  void aTextComesBackCharacterByCharacter() throws CharacterCodingException {
    String text = "a\u00fc\uD83D\uDE00\uFFFD";
    Body body = Body.text(text, null);
    assertThat(body.characters()).isEqualTo(text);
    assertThat(Body.stored(body.form(), body.bytes(), null)).isEqualTo(body);
    assertThatThrownBy(() -> Body.text("\uD800", null))
        .isInstanceOf(CharacterCodingException.class);
    assertThatThrownBy(() -> Body.bytes(new byte[] {(byte) 0xC3, 0x28}, null).characters())
        .isInstanceOf(CharacterCodingException.class);
    assertThat(Body.none().form()).isEqualTo(Body.Form.NONE);
    assertThat(Body.none().bytes()).isEmpty();
  }

  @Test
  void headersHoldTextsNumbersAndTruthValuesAndNothingElse() {
    Headers headers = Headers.of(Map.of("a", "x"));
    assertThat(headers.size()).isEqualTo(1);
    assertThat(headers).hasToString("[a]").hasSameHashCodeAs(Headers.of(Map.of("a", "x")));
    assertThat(headers).doesNotHaveSameHashCodeAs(Headers.none());
    assertThat(Headers.of(Map.of("b", true)).find("b")).contains(true);
    assertThatThrownBy(() -> Headers.of(Map.of("a", List.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("List");
    assertThatThrownBy(() -> Headers.of(Collections.singletonMap("a", null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("null");
  }

  @Test
  void eachHeaderIsShownOnce() {
    Map<String, Object> shown = new LinkedHashMap<>();
    Headers.of(Map.of("a", 1, "b", "x")).forEach(shown::put);
    assertThat(shown).containsOnly(Map.entry("a", 1), Map.entry("b", "x"));
  }

  @Test
  void ofThreeSpellingsTheOneThatSortsFirstIsFoundAndPasses() {
    Map<String, Object> three = new LinkedHashMap<>();
    List.of("oRder", "ORDER", "order").forEach(name -> three.put(name, name));
    assertThat(Headers.of(three).find("Order")).contains("ORDER");
    assertThat(Headers.of(three).find("other")).isEmpty();
    assertThat(Headers.of(three).text("oRder")).contains("oRder");
    Message message = new Message(Headers.of(three), Body.none(), Messages.origin(1));
    assertThat(message.exposing(AllowedHeaders.of(List.of("or*"))))
        .isEqualTo(
            new Message(Headers.of(Map.of("ORDER", "ORDER")), Body.none(), Messages.origin(1)));
  }

  @Test
  void aDeliveryIsARepeatFromTheSecondOn() {
    assertThat(Messages.origin(1).redelivered()).isFalse();
    assertThat(Messages.origin(2).redelivered()).isTrue();
    assertThatThrownBy(() -> Messages.origin(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aKeyHasTheLengthItMayHave() {
    assertThat(ProducerKey.fault("x".repeat(ProducerKey.LONGEST))).isEmpty();
    assertThat(ProducerKey.fault("x".repeat(ProducerKey.LONGEST + 1)))
        .get()
        .asString()
        .contains("1025");
  }

  @Test
  void anIdentityIsPrintedWithItsConsumer() {
    assertThat(new Identity("orders", "4711")).hasToString("orders/4711");
  }
}
