// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import java.io.OutputStream;
import java.lang.reflect.Field;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Inflates a large body that its producer has compressed. It takes any bytes: a stream that throws
 * would leave the client with the rest of the message, and its consumer without credit.
 */
final class InflatedBody extends OutputStream {

  /**
   * A body that inflates to more bytes is not counted to its end: a small one can last longer than
   * its transaction.
   */
  private static final long MOST = 1L << 30;

  private static final String COMPRESSED = "CompressedLargeMessageControllerImpl";

  private enum Inflation {
    INCOMPLETE("a compressed body that is cut off"),
    WHOLE(""),
    MALFORMED("a body that is said to be compressed and is not"),
    VAST("a compressed body of more than %s bytes");

    private final String detail;

    Inflation(String detail) {
      this.detail = detail;
    }
  }

  private final Inflater inflater = new Inflater();
  private final byte[] some = new byte[64 * 1024];
  private final Excerpt.Writer compressed = new Excerpt.Writer(BodyRead.EVIDENCE);
  private final Excerpt.Writer inflated;
  private final long vast;
  private Inflation inflation = Inflation.INCOMPLETE;

  /** Keeps no more than {@code most} bytes. */
  InflatedBody(int most) {
    this(most, MOST);
  }

  /** The same, of one that is counted up to {@code vast} bytes. */
  InflatedBody(int most, long vast) {
    this.inflated = new Excerpt.Writer(most);
    this.vast = vast;
  }

  /** The compressed bytes, where {@code body} is one that the client would inflate. */
  static Optional<Object> beneath(Object body) throws ReflectiveOperationException {
    if (!body.getClass().getSimpleName().equals(COMPRESSED)) {
      return Optional.empty();
    }
    Field compressed = body.getClass().getDeclaredField("bufferDelegate");
    compressed.setAccessible(true);
    return Optional.of(compressed.get(body));
  }

  @Override
  public void write(int one) {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    compressed.write(bytes, from, length);
    if (inflation == Inflation.INCOMPLETE) {
      inflater.setInput(bytes, from, length);
      inflation = inflate();
    }
  }

  private Inflation inflate() {
    try {
      while (!inflater.finished() && !inflater.needsInput()) {
        int length = inflater.inflate(some);
        inflated.write(some, 0, length);
        if (inflater.needsDictionary()) {
          return Inflation.MALFORMED;
        }
        if (inflated.size() > vast) {
          return Inflation.VAST;
        }
      }
      return inflater.finished() ? Inflation.WHOLE : Inflation.INCOMPLETE;
    } catch (DataFormatException e) {
      return Inflation.MALFORMED;
    }
  }

  @Override
  public void close() {
    inflater.end();
  }

  /**
   * The inflated body, up to the limit.
   *
   * @throws BrokenBody if it is not what a producer compresses
   */
  Excerpt excerpt() throws BrokenBody {
    if (inflation != Inflation.WHOLE) {
      throw new BrokenBody(
          inflation.detail.formatted(vast),
          compressed.excerpt(),
          compressed.size() + inflated.size());
    }
    return inflated.excerpt();
  }
}
