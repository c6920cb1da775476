// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.proof;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rights that {@code rights.sql} grants to the role of run time, read from that script. */
final class Grants {

  private static final String SCRIPT = "/org/semel/postgresql/rights.sql";

  /** As a line of the script; one that is commented out is none. */
  private static final Pattern GRANT =
      Pattern.compile(
          "^GRANT\\s+(.+?)\\s+ON\\s+(?:(SEQUENCE|FUNCTION)\\s+)?(\\w+(?:\\([^)]*\\))?)\\s+TO\\s",
          Pattern.MULTILINE);

  private static final Pattern RIGHT = Pattern.compile("([A-Z]+)\\s*(?:\\(([^)]*)\\))?");

  private Grants() {}

  /**
   * A right on a table, a column, a sequence or a function.
   *
   * @param kind {@code TABLE}, {@code SEQUENCE} or {@code FUNCTION}
   * @param column empty for the whole of the object
   */
  record Grant(String kind, String object, String right, Optional<String> column) {

    @Override
    public String toString() {
      return right + column.map(name -> " (" + name + ")").orElse("") + " on " + object;
    }
  }

  /** All of them, in the order of the script. */
  static List<Grant> all() {
    return GRANT.matcher(script()).results().flatMap(Grants::grants).toList();
  }

  private static Stream<Grant> grants(MatchResult grant) {
    String kind = Optional.ofNullable(grant.group(2)).orElse("TABLE");
    return RIGHT
        .matcher(grant.group(1))
        .results()
        .flatMap(
            right ->
                columns(right)
                    .map(column -> new Grant(kind, grant.group(3), right.group(1), column)));
  }

  private static Stream<Optional<String>> columns(MatchResult right) {
    return right.group(2) == null
        ? Stream.of(Optional.empty())
        : Arrays.stream(right.group(2).split(",", -1)).map(String::strip).map(Optional::of);
  }

  private static String script() {
    try (InputStream in = Grants.class.getResourceAsStream(SCRIPT)) {
      if (in == null) {
        throw new IllegalStateException(SCRIPT + " is missing from Semel's jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
