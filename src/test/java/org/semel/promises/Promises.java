// SPDX-License-Identifier: Apache-2.0
package org.semel.promises;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The promises of the pages: their bullets, each a sentence with the tests that it names. */
public final class Promises {

  /**
   * As the pages write it: {@code SomeTest.aPromise}, {@code SomeTest.SomeCase.aPromise}, or a
   * whole {@code SomeTest}; not {@code COMMIT}.
   */
  private static final Pattern NAMED =
      Pattern.compile(
          "`((?=\\w*[a-z])[A-Z]\\w*(?:Test|IT|Contract))(?:\\.([A-Z]\\w*))?(?:\\.([a-z]\\w*))?`");

  /** Where the pages lie. */
  public static final Path DIRECTORY = Path.of("docs/promises");

  private static final String INDEX = "README.md";

  private Promises() {}

  /**
   * A test by the name that a page gives it.
   *
   * @param type simple name of the class
   * @param nested simple name of the class inside it, if there is one
   * @param method empty for all of the class
   */
  public record Name(String type, Optional<String> nested, Optional<String> method) {

    @Override
    public String toString() {
      return type
          + nested.map(name -> "." + name).orElse("")
          + method.map(name -> "." + name).orElse("");
    }
  }

  /**
   * One promise.
   *
   * @param chapter the heading that it stands under
   * @param sentence its words before the first test that it names
   * @param tests that it names; none if it admits that it has none
   */
  public record Promise(String chapter, String sentence, List<Name> tests) {}

  /**
   * A page of promises.
   *
   * @param file its name
   * @param title its heading, without "Promises:"
   */
  public record Page(String file, String title, List<Promise> promises) {

    /** Its headings, in their order. */
    List<String> chapters() {
      return promises.stream().map(Promise::chapter).distinct().toList();
    }
  }

  /** The pages of promises in {@code directory}, all but its index, by name. */
  public static List<Page> pages(Path directory) throws IOException {
    List<Page> pages = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".md") && !name.equals(INDEX)) {
          pages.add(new Page(name, title(file), of(file)));
        }
      }
    }
    return pages;
  }

  /** The promises of all pages in {@code directory}. */
  public static List<Promise> all(Path directory) throws IOException {
    return pages(directory).stream().flatMap(page -> page.promises().stream()).toList();
  }

  private static String title(Path page) throws IOException {
    return Files.readAllLines(page).get(0).replaceFirst("^# (Promises: )?", "");
  }

  /** The promises of {@code page}: its bullets below a heading {@code ##}. */
  static List<Promise> of(Path page) throws IOException {
    List<Promise> promises = new ArrayList<>();
    String chapter = "";
    StringBuilder bullet = new StringBuilder();
    for (String line : Files.readAllLines(page)) {
      boolean heading = line.startsWith("## ");
      if (heading || line.startsWith("* ")) {
        flush(chapter, bullet, promises);
      }
      chapter = heading ? line.substring("## ".length()) : chapter;
      boolean part = line.startsWith("* ") || !bullet.isEmpty();
      if (!chapter.isEmpty() && !heading && part) {
        bullet.append(line.strip()).append(' ');
      }
    }
    flush(chapter, bullet, promises);
    return promises;
  }

  /** All tests that {@code text} names. */
  public static List<Name> named(String text) {
    return NAMED
        .matcher(text)
        .results()
        .map(
            found ->
                new Name(
                    found.group(1),
                    Optional.ofNullable(found.group(2)),
                    Optional.ofNullable(found.group(3))))
        .toList();
  }

  private static void flush(String chapter, StringBuilder bullet, List<Promise> promises) {
    if (!bullet.isEmpty()) {
      String text = bullet.substring(2).strip();
      promises.add(new Promise(chapter, sentence(text), named(text)));
      bullet.setLength(0);
    }
  }

  private static String sentence(String text) {
    Matcher first = NAMED.matcher(text);
    String words = first.find() ? text.substring(0, first.start()) : text;
    return words.strip().replaceAll("[;:,]$", "");
  }
}
