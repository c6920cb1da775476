// SPDX-License-Identifier: Apache-2.0
package org.semel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.StackWalker.StackFrame;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Where a test stands, in its own words: the statements of its source that are being executed. */
final class Statements {

  private static final List<Path> SOURCES =
      Stream.of("test", "lab", "chaos", "explore", "demo", "estate", "bench")
          .map(room -> Path.of("src", room, "java"))
          .toList();

  /** A statement of ours is seldom longer. */
  private static final int LINES = 12;

  private static final Set<String> OURS =
      Set.of(Patience.class.getName(), Statements.class.getName());

  private Statements() {}

  /** The innermost first; each with its place. Without what cannot be read. */
  static List<String> ofThisThread() {
    return StackWalker.getInstance()
        .walk(frames -> frames.flatMap(Statements::of).distinct().limit(5).toList());
  }

  private static Stream<String> of(StackFrame frame) {
    String name = frame.getClassName().replaceAll("\\$.*", "");
    if (!name.startsWith("org.semel.") || OURS.contains(name)) {
      return Stream.empty();
    }
    return source(name)
        .map(lines -> statement(lines, frame.getLineNumber()) + " (" + place(frame) + ")")
        .stream();
  }

  private static String place(StackFrame frame) {
    return frame.getFileName() + ":" + frame.getLineNumber();
  }

  private static Optional<List<String>> source(String name) {
    String file = name.replace('.', '/') + ".java";
    return SOURCES.stream()
        .map(room -> room.resolve(file))
        .filter(Files::exists)
        .findFirst()
        .map(Statements::lines);
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** From the line behind the last that ends a statement or a block, to the next that does. */
  static String statement(List<String> lines, int number) {
    int first = number - 1;
    while (first > 0 && number - first < LINES && !ends(lines.get(first - 1))) {
      first--;
    }
    int last = number - 1;
    while (last < lines.size() - 1 && last - number < LINES && !ends(lines.get(last))) {
      last++;
    }
    return String.join(" ", lines.subList(first, last + 1).stream().map(String::strip).toList());
  }

  private static boolean ends(String line) {
    String code = line.strip();
    return code.isEmpty() || code.endsWith(";") || code.endsWith("{") || code.endsWith("}");
  }
}
