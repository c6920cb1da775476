// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A mend of Semel's that a run takes out, to show that the explorer finds the fault again. The
 * sources stay as they are: a copy without the mend is compiled, and lies before Semel's classes.
 *
 * @param name of the file that says it: the fault that the mend ended
 * @param meaning what is broken without the mend
 * @param among what a case must contain to be played, so that the others take no time; empty: all
 * @param edits what stands instead of what
 * @param additions the sources that the mend has deleted, in the names of today
 */
record TakenOut(
    String name, String meaning, String among, List<Edit> edits, List<Addition> additions) {

  static final Path FOLDER = Path.of("src", "explore", "controls");

  private static final Path PAGE = Path.of("docs", "explorer.md");

  private static final String HEAD =
      "| taken out | what is broken then | among the cases with | found by | took |";

  private static final Path SOURCES = Path.of("src", "main", "java", "org", "semel");
  private static final Path RESOURCES = Path.of("src", "main", "resources", "org", "semel");

  /** Below the classes: the scripts of Semel's tables, if these are changed. */
  static final String TABLES = "tables";

  private static final Pattern EDIT =
      Pattern.compile(
          "^in (\\S+)\\n<<<<\\n(.*?)\\n====\\n(.*?)\\n?>>>>$", Pattern.MULTILINE | Pattern.DOTALL);

  private static final Pattern ADDITION =
      Pattern.compile("^new (\\S+)\\n<<<<\\n(.*?\\n)>>>>$", Pattern.MULTILINE | Pattern.DOTALL);

  TakenOut {
    edits = List.copyOf(edits);
    additions = List.copyOf(additions);
  }

  /**
   * One place of a source.
   *
   * @param source its path below {@code org/semel}, among the sources; or of a script of its
   *     tables, among the resources
   * @param text that stands there, and only there
   * @param instead of it
   */
  record Edit(String source, String text, String instead) {

    private boolean isCompiled() {
      return source.endsWith(".java");
    }
  }

  /**
   * A source that is not there.
   *
   * @param source its path below {@code org/semel}, among the sources
   * @param text all of it
   */
  record Addition(String source, String text) {}

  /** All, by their names. */
  static List<TakenOut> all() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<TakenOut> all = new ArrayList<>();
      for (Path file : files.sorted().toList()) {
        all.add(of(file.getFileName().toString(), Files.readString(file)));
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** With {@code as: OTHER} it is the mend of another fault, too, and is written there. */
  private static TakenOut of(String file, String text) throws IOException {
    String other = line(text, "as");
    String written = other.isEmpty() ? text : Files.readString(FOLDER.resolve(other));
    List<Edit> edits =
        EDIT.matcher(written)
            .results()
            .map(found -> new Edit(found.group(1), found.group(2), found.group(3)))
            .toList();
    if (edits.isEmpty()) {
      throw new IllegalArgumentException(file + " changes nothing");
    }
    List<Addition> additions =
        ADDITION
            .matcher(written)
            .results()
            .map(found -> new Addition(found.group(1), found.group(2)))
            .toList();
    return new TakenOut(file, line(text, "broken"), line(text, "among"), edits, additions);
  }

  private static String line(String text, String word) {
    return text.lines()
        .filter(line -> line.startsWith(word + ": "))
        .map(line -> line.substring(word.length() + 2).strip())
        .findFirst()
        .orElse("");
  }

  /**
   * Compiles the sources that these change or add, and copies the scripts, each as all of them
   * together have it. What two of them have in common is done once.
   *
   * @throws IllegalArgumentException if a text does not stand there once, a source that is added is
   *     there, or what is left does not compile
   */
  static void compile(Collection<TakenOut> some, Path classes) {
    Map<Path, String> changed = new TreeMap<>();
    Set<Edit> done = new HashSet<>();
    for (TakenOut one : some) {
      for (Edit edit : one.edits) {
        if (done.add(edit)) {
          Path source = (edit.isCompiled() ? SOURCES : RESOURCES).resolve(edit.source);
          changed.put(source, one.edited(changed.computeIfAbsent(source, TakenOut::read), edit));
        }
      }
      for (Addition addition : one.additions) {
        Path source = SOURCES.resolve(addition.source);
        if (Files.exists(source)) {
          throw new IllegalArgumentException(one.name + ": " + source + " is there");
        }
        changed.put(source, addition.text);
      }
    }
    try {
      List<Path> copies = new ArrayList<>();
      for (Map.Entry<Path, String> source : changed.entrySet()) {
        boolean compiled = source.getKey().startsWith(SOURCES);
        Path copy =
            compiled
                ? classes.resolve("sources").resolve(source.getKey())
                : classes.resolve(TABLES).resolve(source.getKey().getFileName());
        Files.createDirectories(copy.getParent());
        Files.writeString(copy, source.getValue());
        if (compiled) {
          copies.add(copy);
        }
      }
      if (!copies.isEmpty()) {
        compile(copies, classes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A row of the table in docs/explorer.md. */
  String row(Absence.Outcome outcome) {
    return "%s%s | %s | %s | %d s |"
        .formatted(
            rowBegins(),
            meaning,
            among,
            outcome.isFound() ? outcome.by().replace("|", "\\|") : "not found",
            outcome.time().toSeconds());
  }

  private String rowBegins() {
    return "| `" + name + "` | ";
  }

  /** Puts a row into the page, in the place of the one that it has there. */
  void write(String row) {
    try {
      List<String> page = new ArrayList<>(Files.readAllLines(PAGE));
      int at =
          IntStream.range(0, page.size())
              .filter(n -> page.get(n).startsWith(rowBegins()))
              .findFirst()
              .orElse(-1);
      if (at >= 0) {
        page.set(at, row);
      } else {
        page.add(page.indexOf(HEAD) + 2, row);
      }
      Files.writeString(PAGE, String.join("\n", page) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whatever runs this: a JVM of its own, Maven's, or that of the tests. */
  static String classPath() {
    if (TakenOut.class.getClassLoader() instanceof URLClassLoader loader) {
      return Arrays.stream(loader.getURLs())
          .map(url -> Path.of(URI.create(url.toString())).toString())
          .collect(Collectors.joining(File.pathSeparator));
    }
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  private static String read(Path source) {
    try {
      return Files.readString(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String edited(String source, Edit edit) {
    int at = source.indexOf(edit.text);
    if (at < 0 || source.indexOf(edit.text, at + 1) >= 0) {
      throw new IllegalArgumentException(
          name + ": in " + edit.source + " this stands not once:\n" + edit.text);
    }
    return source.substring(0, at) + edit.instead + source.substring(at + edit.text.length());
  }

  private static void compile(List<Path> sources, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  said,
                  files,
                  null,
                  List.of(
                      "--release",
                      "17",
                      "-parameters",
                      "-proc:none",
                      "-nowarn",
                      "-cp",
                      classPath(),
                      "-d",
                      classes.toString()),
                  null,
                  files.getJavaFileObjectsFromPaths(sources))
              .call();
      if (!compiled) {
        throw new IllegalArgumentException(said.toString());
      }
    }
  }
}
