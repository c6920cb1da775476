// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.semel.small.Deflated;

/** What is made of a compressed body; none of it is worth losing the rest of the message. */
class InflatedBodyTest {

  private static final byte[] TEXT = "a text, a text, a text".getBytes(StandardCharsets.UTF_8);

  private final InflatedBody body = new InflatedBody(1_000, 10_000);

  @Test
  void whatWasCompressedIsThereAgainHoweverItComes() throws Exception {
    for (byte one : Deflated.of(TEXT)) {
      body.write(one);
    }
    assertThat(body.excerpt().bytes()).isEqualTo(TEXT);
  }

  @Test
  void ofALargeOneTheBeginningIsKeptAndAllIsCounted() throws Exception {
    write(Deflated.of(new byte[9_000]));
    assertThat(body.excerpt().bytes()).hasSize(1_000);
    assertThat(body.excerpt().size()).isEqualTo(9_000);
  }

  @Test
  void whatNobodyCompressedIsEvidence() {
    write(TEXT);
    write(TEXT);
    assertBroken("is not", TEXT.length * 2);
  }

  @Test
  void whatIsCutOffIsEvidence() {
    byte[] whole = Deflated.of(TEXT);
    write(Arrays.copyOf(whole, whole.length - 5));
    assertBroken("cut off", whole.length - 5);
  }

  @Test
  void whatNeedsADictionaryIsEvidence() {
    Deflater deflater = new Deflater();
    deflater.setDictionary(TEXT);
    byte[] bytes = Deflated.by(deflater, TEXT);
    write(bytes);
    assertBroken("is not", bytes.length);
  }

  @Test
  void whatInflatesToMoreThanAnybodyReadsIsNotReadToItsEnd() {
    byte[] bytes = Deflated.of(new byte[1 << 20]);
    write(bytes);
    assertBroken("more than 10000 bytes", bytes.length);
  }

  private void assertBroken(String detail, int evidence) {
    assertThatThrownBy(body::excerpt)
        .isInstanceOfSatisfying(
            BrokenBody.class, e -> assertThat(e.evidence().size()).isEqualTo(evidence))
        .hasMessageContaining(detail);
  }

  private void write(byte[] bytes) {
    body.write(bytes, 0, bytes.length);
  }
}
