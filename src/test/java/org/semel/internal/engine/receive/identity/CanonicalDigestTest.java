// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.identity.JsonValue.Kind;
import org.semel.message.Digest;
import org.semel.message.Messages;
import org.semel.message.ProducerKey;

/** Rows in databases rest on these bytes: a mark, the length in four bytes, the text in UTF-8. */
class CanonicalDigestTest {

  @Test
  void itIsOfTheSameBytesHoweverLongTheTextsAre() {
    for (int length = 0; length < 600; length++) {
      for (String text : List.of("x".repeat(length), "\u00fc".repeat(length))) {
        CanonicalDigest digest = new CanonicalDigest();
        digest.add(new JsonValue(Kind.STRING, text));
        digest.add(new JsonValue(Kind.NUMBER, "17"));
        digest.addNothing();
        digest.add(new JsonValue(Kind.LITERAL, text));
        assertThat(digest.bytes())
            .as("of %d characters", length)
            .isEqualTo(Digest.of(bytes('"', text, '#', "17", '-', "", '=', text)));
      }
    }
  }

  @Test
  void aTextOfMoreThanTwoBytesLengthCanBeToldFromAnother() {
    String text = "x".repeat(0x01020304 >> 8);
    CanonicalDigest digest = new CanonicalDigest();
    digest.add(new JsonValue(Kind.STRING, text));
    assertThat(digest.bytes()).isEqualTo(Digest.of(bytes('"', text)));
  }

  @Test
  void ofAnObjectItIsEachNameBeforeItsValue() {
    SortedMap<String, JsonValue> members = new TreeMap<>();
    members.put("b", new JsonValue(Kind.LITERAL, "true"));
    members.put("a", new JsonValue(Kind.ARRAY, "y"));
    assertThat(CanonicalDigest.ofMembers(members))
        .isEqualTo(Digest.of(bytes(':', "a", '[', "y", ':', "b", '=', "true")));
  }

  private static byte[] bytes(Object... marksAndTexts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Object part : marksAndTexts) {
      if (part instanceof Character mark) {
        all.write(mark);
      } else {
        byte[] text = part.toString().getBytes(StandardCharsets.UTF_8);
        all.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(text.length).array());
        all.writeBytes(text);
      }
    }
    return all.toByteArray();
  }

  /** One more than a key may have is kept as it is; of what is longer, a beginning and a digest. */
  @Test
  void ofALongTextItIsOfItsBeginningAndOfTheDigestOfAll() {
    String longest = "x".repeat(ProducerKey.LONGEST + 1);
    assertThat(of(longest)).isEqualTo(Digest.of(bytes('"', longest)));
    String digest =
        new String(
            Digest.of((longest + "y").getBytes(StandardCharsets.UTF_8)),
            StandardCharsets.ISO_8859_1);
    assertThat(of(longest + "y")).isEqualTo(Digest.of(bytes('"', longest + digest)));
  }

  private static byte[] of(String text) {
    try {
      return FingerprintProfile.JSON.digest(Messages.text('"' + text + '"'));
    } catch (NotJson e) {
      throw new AssertionError(e);
    }
  }
}
