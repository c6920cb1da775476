// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import org.semel.message.Digest;
import org.semel.message.Fingerprint;
import org.semel.message.Message;

/**
 * Which of two bodies count as the same under one identity. The code 15 is none of theirs, and is
 * compared with none: {@code migrate/remember.sql} marks by it what it has taken over.
 */
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
      digest.add(Json.of(message.body()).root());
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

  private static final int DIGEST_BYTES = 16;

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
      return made(digest(message));
    } catch (NotJson e) {
      return made(unreadable(message.body().bytes()));
    }
  }

  /** The fingerprint of a body that no one has seen; it agrees with any. */
  public static Fingerprint ofNoBody() {
    return NONE.made(Digest.of(new byte[0]));
  }

  private Fingerprint made(byte[] digest) {
    byte[] bytes =
        ByteBuffer.allocate(1 + DIGEST_BYTES).put(code).put(digest, 0, DIGEST_BYTES).array();
    return Fingerprint.stored(bytes);
  }

  /**
   * The digest of a body that cannot be read. Its first byte, with which no readable body's digest
   * begins, keeps the two apart.
   */
  private static byte[] unreadable(byte[] bytes) {
    MessageDigest digest = Digest.sha256();
    digest.update((byte) 0xFF);
    return digest.digest(bytes);
  }

  abstract byte[] digest(Message message) throws NotJson;
}
