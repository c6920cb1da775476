// SPDX-License-Identifier: Apache-2.0
package org.semel.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.semel.promises.Outcomes;

/**
 * Writes {@code target/crash-matrix.md} out of the reports of all tests, as they ran last. Run by
 * the build after all tests.
 */
public final class MatrixReport {

  private static final Path TARGET = Path.of("target");

  private MatrixReport() {}

  public static void main(String[] args) throws IOException {
    Path page = TARGET.resolve("crash-matrix.md");
    Files.writeString(page, page());
    System.out.println("crash matrix: " + page);
  }

  static String page() throws IOException {
    Outcomes outcomes =
        Outcomes.read(
            List.of(TARGET.resolve("surefire-reports"), TARGET.resolve("failsafe-reports")),
            Path.of("src"));
    return new Page(Showings.all(), test -> outcomes.of(test.promise())).text();
  }
}
