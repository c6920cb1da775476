// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Which of two bodies count as the same under one identity. */
public enum FingerprintProfile {
  /** All of them: the identity alone counts, and there are no conflicts. */
  NONE(0) {
    @Override
    byte[] canonical(Message message) {
      return new byte[0];
    }
  },
  /** Byte for byte. */
  EXACT(1) {
    @Override
    byte[] canonical(Message message) {
      return message.body().bytes();
    }
  },
  /** As JSON: order of names, white space and the spelling of numbers do not count. */
  JSON(2) {
    @Override
    byte[] canonical(Message message) throws NotJson {
      return utf8(List.of(Optional.of(message.body().json().root())));
    }
  },
  /**
   * As CloudEvent: {@code type}, {@code subject} and {@code data} count, the time and the trace of
   * a resend do not.
   *
   * @see <a href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md">CloudEvents
   *     1.0.2</a>
   */
  CLOUDEVENT(3) {
    @Override
    byte[] canonical(Message message) throws NotJson {
      return utf8(CloudEvents.meaning(message));
    }
  };

  /** Version 0 of each canonical form; a later version adds 16. */
  private final byte code;

  FingerprintProfile(int code) {
    this.code = (byte) code;
  }

  /**
   * The fingerprint of {@code message}; a body that this profile cannot read is taken byte for
   * byte, and differs from all that it can read.
   */
  public Fingerprint of(Message message) {
    try {
      return Fingerprint.of(code, canonical(message));
    } catch (NotJson e) {
      return Fingerprint.of(code, unreadable(message.body().bytes()));
    }
  }

  /** No canonical JSON begins with this byte, nor does any UTF-8. */
  private static byte[] unreadable(byte[] bytes) {
    byte[] marked = new byte[bytes.length + 1];
    marked[0] = (byte) 0xFF;
    System.arraycopy(bytes, 0, marked, 1, bytes.length);
    return marked;
  }

  abstract byte[] canonical(Message message) throws NotJson;

  private static byte[] utf8(List<Optional<Object>> values) {
    return Json.canonical(values).getBytes(StandardCharsets.UTF_8);
  }
}
