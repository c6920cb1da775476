// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import java.security.MessageDigest;

/** Which of two bodies count as the same under one identity. */
public enum FingerprintProfile {
  /** All of them: the identity alone counts, and there are no conflicts. */
  NONE(0, 0) {
    @Override
    byte[] digest(Message message) {
      return Digest.of(new byte[0]);
    }
  },
  /** Byte for byte. */
  EXACT(1, 0) {
    @Override
    byte[] digest(Message message) {
      return Digest.of(message.body().bytes());
    }
  },
  /** As JSON: order of names, white space and the spelling of numbers do not count. */
  JSON(2, 1) {
    @Override
    byte[] digest(Message message) throws NotJson {
      CanonicalDigest digest = new CanonicalDigest();
      digest.add(message.body().json().root());
      return digest.bytes();
    }
  },
  /**
   * As CloudEvent: {@code type}, {@code subject} and {@code data} count, the time and the trace of
   * a resend do not.
   *
   * @see <a href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md">CloudEvents
   *     1.0.2</a>
   */
  CLOUDEVENT(3, 1) {
    @Override
    byte[] digest(Message message) throws NotJson {
      return CloudEvents.meaning(message);
    }
  };

  private final byte code;

  FingerprintProfile(int profile, int version) {
    this.code = (byte) (version * 16 + profile);
  }

  /**
   * The fingerprint of {@code message}; a body that this profile cannot read is taken byte for
   * byte, and differs from all that it can read.
   */
  public Fingerprint of(Message message) {
    try {
      return Fingerprint.of(code, digest(message));
    } catch (NotJson e) {
      return Fingerprint.of(code, unreadable(message.body().bytes()));
    }
  }

  /** Nothing that can be read is digested from this byte on. */
  private static byte[] unreadable(byte[] bytes) {
    MessageDigest digest = Digest.sha256();
    digest.update((byte) 0xFF);
    return digest.digest(bytes);
  }

  abstract byte[] digest(Message message) throws NotJson;
}
