// SPDX-License-Identifier: Apache-2.0
package org.semel.matrix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.semel.estate.ServerKind;
import org.semel.promises.Promises;
import org.semel.promises.Promises.Name;

/** All tests that show a cell of the matrix. */
final class Showings {

  /** The product's tests, and those of the laboratory. */
  private static final List<Path> CLASSES =
      List.of(Path.of("target/test-classes"), Path.of("lab/target/test-classes"));

  /**
   * One test.
   *
   * @param cells what it shows
   * @param servers on which it runs
   */
  record Showing(Method test, List<String> cells, List<ServerKind> servers) {

    static Showing of(Method test) {
      Shows shows = test.getAnnotation(Shows.class);
      return new Showing(test, List.of(shows.value()), List.of(shows.on()));
    }

    /** As the page names it: {@code SomeTest.aPromise}, {@code SomeTest.SomeCase.aPromise}. */
    String name() {
      String type = test.getDeclaringClass().getName();
      return type.substring(type.lastIndexOf('.') + 1).replace('$', '.') + "." + test.getName();
    }

    /** As the reports have it. */
    Name promise() {
      return Promises.named("`" + name() + "`").get(0);
    }
  }

  private Showings() {}

  static List<Showing> all() {
    return CLASSES.stream()
        .flatMap(classes -> files(classes).stream())
        .filter(file -> file.matches("org/semel/.*(Test|IT|Contract)(\\$\\w+)?\\.class"))
        .map(Showings::load)
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(method -> method.isAnnotationPresent(Shows.class))
        .map(Showing::of)
        .sorted(Comparator.comparing(Showing::name))
        .toList();
  }

  private static List<String> files(Path classes) {
    try (Stream<Path> files = Files.walk(classes)) {
      return files.map(file -> classes.relativize(file).toString()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The tests by cell. */
  static Map<String, List<Showing>> byCell(List<Showing> showings) {
    Map<String, List<Showing>> tests = new TreeMap<>();
    for (Showing showing : showings) {
      for (String cell : showing.cells()) {
        tests.computeIfAbsent(cell, absent -> new ArrayList<>()).add(showing);
      }
    }
    return tests;
  }

  private static Class<?> load(String file) {
    String name = file.substring(0, file.length() - ".class".length()).replace('/', '.');
    try {
      return Class.forName(name, false, Showings.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
