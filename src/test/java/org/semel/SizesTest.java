// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is written is small enough to be read, and called so that one knows what is meant. */
class SizesTest {

  private static final int LONGEST_FILE = 200;
  private static final int LONGEST_METHOD = 30;
  private static final int MOST_FILES = 25;

  /** Rooms that are to be cut, and may not grow beyond this until they are. */
  private static final Map<String, Integer> TO_BE_CUT = Map.of("internal/relay", 31);

  /** An enum that is one table, of the operator's codes: as long as the table. */
  private static final Set<String> TABLES = Set.of("Code.java");

  /** Methods that are to be cut; none may be added. */
  private static final Set<String> TOO_LONG_STILL = Set.of("DueIntents.lease");

  /** Names that two rooms use, each for its own; none may be added. */
  private static final Set<String> TWICE = Set.of();

  private static List<Path> files = List.of();

  @BeforeAll
  static void find() throws IOException {
    try (Stream<Path> found = Files.walk(Path.of("src/main/java"))) {
      files =
          found
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.endsWith("package-info.java"))
              .sorted()
              .toList();
    }
    assertThat(files).hasSizeGreaterThan(100);
  }

  @Test
  void noFileIsTooLong() {
    assertThat(files)
        .filteredOn(file -> !TABLES.contains(file.getFileName().toString()))
        .allMatch(file -> lines(file) <= LONGEST_FILE);
  }

  @Test
  void noMethodIsTooLong() throws IOException {
    List<String> tooLong = new ArrayList<>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager sources =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  sources,
                  null,
                  List.of("-proc:none"),
                  null,
                  sources.getJavaFileObjectsFromPaths(files));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        unit.accept(new Methods(unit, positions, tooLong), "");
      }
    }
    assertThat(tooLong).isEmpty();
  }

  @Test
  void noRoomHasTooManyFiles() {
    Map<String, Long> counts =
        files.stream().collect(groupingBy(file -> room(file.getParent()), counting()));
    assertThat(counts)
        .allSatisfy(
            (room, count) ->
                assertThat(count)
                    .as(room)
                    .isLessThanOrEqualTo(TO_BE_CUT.getOrDefault(room, MOST_FILES)));
  }

  @Test
  void noNameMeansTwoClasses() {
    Map<String, Long> names =
        files.stream().collect(groupingBy(file -> file.getFileName().toString(), counting()));
    assertThat(
            names.entrySet().stream()
                .filter(name -> name.getValue() > 1)
                .map(name -> name.getKey().replace(".java", "")))
        .isSubsetOf(TWICE);
  }

  private static String room(Path folder) {
    return Path.of("src/main/java/org/semel").relativize(folder).toString();
  }

  /** Without imports: they count who is used, and a move must not make a file too long. */
  private static long lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.filter(line -> !line.startsWith("import ")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Those of one file that are too long, by the names of class and method. */
  private static final class Methods extends TreeScanner<Void, String> {

    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<String> tooLong;

    Methods(CompilationUnitTree unit, SourcePositions positions, List<String> tooLong) {
      this.unit = unit;
      this.positions = positions;
      this.tooLong = tooLong;
    }

    @Override
    public Void visitClass(ClassTree type, String outer) {
      return super.visitClass(type, type.getSimpleName().toString());
    }

    @Override
    public Void visitMethod(MethodTree method, String type) {
      LineMap lines = unit.getLineMap();
      long length =
          lines.getLineNumber(positions.getEndPosition(unit, method))
              - lines.getLineNumber(positions.getStartPosition(unit, method))
              + 1;
      String name = type + "." + method.getName();
      if (length > LONGEST_METHOD && !TOO_LONG_STILL.contains(name)) {
        tooLong.add(name + " has " + length);
      }
      return super.visitMethod(method, type);
    }
  }
}
