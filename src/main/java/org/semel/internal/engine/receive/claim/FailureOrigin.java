// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The common ground of failures that one mend ends: the class of the first cause, and the place in
 * the application's own code where it came up. Has no line number, which changes with every build,
 * and no message, which may quote payload.
 */
final class FailureOrigin {

  /** Of causes and of characters: what throws may be hostile. */
  private static final int MOST_CAUSES = 50;

  private static final int LONGEST = 400;
  private static final Pattern LAMBDA = Pattern.compile("^lambda\\$(.+)\\$\\d+$");
  private static final List<String> LIBRARIES = libraries();

  private FailureOrigin() {}

  /** Such as {@code java.sql.SQLException at com.shop.Orders.reserve}. */
  static String of(Throwable failure) {
    try {
      return group(causes(failure));
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return failure.getClass().getName(); // its class is foreign, and may throw when it is asked
    }
  }

  /** The first of all causes that lie behind it; itself if there is none, or if it cannot say. */
  static Throwable first(Throwable failure) {
    try {
      return causes(failure).getFirst();
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return failure;
    }
  }

  private static String group(Deque<Throwable> causes) {
    String kind = causes.getFirst().getClass().getName();
    String group =
        causes.stream()
            .flatMap(cause -> own(cause).stream())
            .findFirst()
            .map(place -> kind + " at " + place)
            .orElse(kind);
    return group.length() <= LONGEST ? group : group.substring(0, LONGEST);
  }

  /** The first cause first. */
  private static Deque<Throwable> causes(Throwable failure) {
    Deque<Throwable> causes = new ArrayDeque<>();
    @Nullable Throwable next = failure;
    while (next != null && causes.size() < MOST_CAUSES) {
      causes.addFirst(next);
      next = next.getCause();
    }
    return causes;
  }

  private static Optional<String> own(Throwable cause) {
    return Arrays.stream(cause.getStackTrace())
        .filter(frame -> LIBRARIES.stream().noneMatch(frame.getClassName()::startsWith))
        .findFirst()
        .map(frame -> place(frame.getClassName(), frame.getMethodName()));
  }

  /**
   * The place in the code, without the parts of names that a compiler or a container adds, and
   * counts anew in each build.
   */
  private static String place(String type, String method) {
    int added = type.indexOf("$$");
    String own = added < 0 ? type : type.substring(0, added);
    return own + "." + LAMBDA.matcher(method).replaceFirst("$1");
  }

  private static List<String> libraries() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                FailureOrigin.class.getResourceAsStream("libraries.txt"),
                StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
