// SPDX-License-Identifier: Apache-2.0
package org.semel.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the documentation, in Markdown.
 *
 * @param path where it lies
 * @param prose its lines outside fences
 * @param fences what stands in fences, in the order of the page
 */
public record Markdown(Path path, List<Line> prose, List<Fence> fences) {

  private static final Pattern FENCE = Pattern.compile("^( *)```(\\w*)$");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /**
   * A line of prose.
   *
   * @param number from 1
   */
  public record Line(int number, String text) {

    /** What stands between backticks. */
    public Stream<String> codes() {
      return CODE.matcher(text).results().map(found -> found.group(1));
    }

    /** Its parts that look so, outside backticks. */
    public Stream<MatchResult> find(Pattern pattern) {
      return pattern.matcher(CODE.matcher(text).replaceAll("")).results();
    }
  }

  /**
   * What stands in a fence.
   *
   * @param line of the page on which the fence opens, from 1
   * @param language blank for none
   * @param closed whether the fence ends, at the depth at which it began
   */
  public record Fence(int line, String language, List<String> text, boolean closed) {}

  /** All pages: the first one, those of the documentation, and the server's. */
  public static List<Markdown> all() {
    try (Stream<Path> docs = Files.walk(Path.of("docs"))) {
      return Stream.of(
              Stream.of(Path.of("README.md"), Path.of("CHANGELOG.md")),
              Stream.of(Path.of("server-config/README.md")),
              docs.filter(path -> path.toString().endsWith(".md")).sorted())
          .flatMap(paths -> paths)
          .map(Markdown::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The page that lies there. */
  public static Markdown read(Path path) {
    try {
      return of(path, Files.readAllLines(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Markdown of(Path path, List<String> lines) {
    List<Line> prose = new ArrayList<>();
    List<Fence> fences = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      var opened = FENCE.matcher(lines.get(i));
      if (opened.matches()) {
        int end = i + 1;
        while (end < lines.size() && !lines.get(end).strip().startsWith("```")) {
          end++;
        }
        boolean closed = end < lines.size() && lines.get(end).equals(opened.group(1) + "```");
        fences.add(
            new Fence(
                i + 1, opened.group(2), lines.subList(i + 1, Math.min(end, lines.size())), closed));
        i = end;
      } else {
        prose.add(new Line(i + 1, lines.get(i)));
      }
    }
    return new Markdown(path, prose, fences);
  }

  @Override
  public String toString() {
    return path.toString();
  }

  /** Where a line is, as an editor finds it. */
  public String at(int line) {
    return path + ":" + line;
  }
}
