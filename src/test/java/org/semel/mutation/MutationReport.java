// SPDX-License-Identifier: Apache-2.0
package org.semel.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes {@code target/mutation.md} out of PIT's report: for each room how many mutants its tests
 * found, and every one that they did not. Fails if a room lies below its floor. Run by {@code mvn
 * -Pmutation}.
 *
 * @see <a href="https://pitest.org">PIT</a>
 */
public final class MutationReport {

  private static final Path TARGET = Path.of("target");

  private MutationReport() {}

  public static void main(String[] args) throws IOException {
    Path page = TARGET.resolve("mutation.md");
    try (InputStream report = Files.newInputStream(TARGET.resolve("mutation/mutations.xml"))) {
      Mutants mutants = Mutants.read(report);
      List<String> table = table(mutants.scores());
      Files.write(page, page(table, mutants.survivors()));
      table.forEach(System.out::println);
      System.out.println("the survivors by name: " + page);
      refuse(mutants.scores());
    }
  }

  private static void refuse(List<Score> rooms) {
    List<String> faults = rooms.stream().flatMap(room -> Room.fault(room).stream()).toList();
    if (!faults.isEmpty()) {
      throw new IllegalStateException(
          String.join("; ", faults) + "; write the tests that the survivors lack");
    }
  }

  private static List<String> table(List<Score> rooms) {
    List<String> lines = new ArrayList<>();
    lines.add("| room | mutants | found | no test reaches | of those reached | of all |");
    lines.add("| --- | ---: | ---: | ---: | ---: | ---: |");
    rooms.forEach(room -> lines.add(room.row()));
    lines.add(rooms.stream().reduce(new Score("all", 0, 0, 0), Score::plus).row());
    return lines;
  }

  private static List<String> page(List<String> table, List<String> survivors) {
    List<String> lines = new ArrayList<>(table);
    lines.add("");
    lines.add("Survivors:");
    lines.add("");
    survivors.forEach(each -> lines.add("* `" + each + "`"));
    return lines;
  }
}
