// SPDX-License-Identifier: Apache-2.0
package org.semel;

import java.io.Serial;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one exception of Semel, unchecked. Its message begins with a {@link Code} and says what
 * happened, to which identity where there is one, and what to do or what happens next. It never
 * quotes a payload.
 */
public class SemelException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private static final int MOST_CAUSES = 20;

  private final Code code;

  public SemelException(Code code, String message) {
    this(code, message, null);
  }

  public SemelException(Code code, String message, @Nullable Throwable cause) {
    super(code.text() + " " + message, cause);
    this.code = code;
  }

  public Code code() {
    return code;
  }

  /** Whether {@code failure}, or anything that caused it, is one of ours that says {@code code}. */
  public static boolean says(Throwable failure, Code code) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .limit(MOST_CAUSES)
        .anyMatch(each -> each instanceof SemelException ours && ours.code == code);
  }
}
