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

/** The promises of a page: its bullets, each a sentence with the tests that it names. */
public final class Promises {

  /**
   * As the pages write it: {@code SomeTest.aPromise}, {@code SomeTest.SomeCase.aPromise}, or a
   * whole {@code SomeTest}.
   */
  private static final Pattern NAMED =
      Pattern.compile("`([A-Z]\\w*(?:Test|IT|Contract))(?:\\.([A-Z]\\w*))?(?:\\.([a-z]\\w*))?`");

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

  /** The promises of {@code page} below the heading {@code ## from}. */
  public static List<Promise> of(Path page, String from) throws IOException {
    List<Promise> promises = new ArrayList<>();
    String chapter = "";
    StringBuilder bullet = new StringBuilder();
    boolean inside = false;
    for (String line : Files.readAllLines(page)) {
      boolean heading = line.startsWith("#");
      if (heading || line.startsWith("* ")) {
        flush(chapter, bullet, promises);
      }
      if (line.startsWith("## ")) {
        inside = line.equals("## " + from);
      }
      chapter = heading ? line.replaceFirst("#+ ", "") : chapter;
      if (inside && !heading && (line.startsWith("* ") || !bullet.isEmpty())) {
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
