// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.message.Body;
import org.semel.message.ParkingReason;

/**
 * The result of reading a message's body.
 *
 * @param refusal why the message is refused, if it is
 * @param bytes how many were read: more than are kept, of a body that is refused
 */
public record BodyRead(Body body, Optional<Verdict> refusal, long bytes) {

  /** The number of bytes that are kept of a body that is too large. */
  static final int EVIDENCE = 64 * 1024;

  static BodyRead accepted(Body body) {
    return new BodyRead(body, Optional.empty(), body.size());
  }

  static BodyRead refused(Body evidence, ParkingReason reason, String detail) {
    return new BodyRead(evidence, Optional.of(new Verdict(reason, detail)), evidence.size());
  }

  /** The same, of which so many bytes were read. */
  BodyRead of(long read) {
    return new BodyRead(body, refusal, read);
  }

  /** A complete text. */
  static BodyRead text(String text, @Nullable String contentType, int largest) {
    try {
      Body body = Body.text(text, contentType);
      return body.size() <= largest
          ? accepted(body)
          : tooLarge(beginning(text, contentType), body.size(), largest);
    } catch (CharacterCodingException e) {
      return refused(
              units(text, largest),
              ParkingReason.NOT_TEXT,
              "the text holds half of a surrogate pair")
          .of((long) text.length() * Character.BYTES);
    }
  }

  /** A text that no encoding keeps, two bytes for each char; of a large one the beginning. */
  private static Body units(String text, int largest) {
    int most = Math.max(EVIDENCE, largest) / Character.BYTES;
    String kept = text.length() <= most ? text : text.substring(0, EVIDENCE / Character.BYTES);
    return Body.bytes(kept.getBytes(StandardCharsets.UTF_16BE), "text/plain; charset=utf-16be");
  }

  /** The part of a too large text that is kept. */
  static Body beginning(String text, @Nullable String contentType) {
    String kept = text.substring(0, Math.min(text.length(), EVIDENCE));
    return Body.bytes(kept.getBytes(StandardCharsets.UTF_8), contentType);
  }

  static BodyRead tooLarge(Body beginning, long size, int largest) {
    return refused(
            beginning,
            ParkingReason.BODY_TOO_LARGE,
            "a body of "
                + size
                + " bytes, allowed are "
                + largest
                + "; of it the first "
                + beginning.size()
                + " bytes are kept")
        .of(size);
  }
}
