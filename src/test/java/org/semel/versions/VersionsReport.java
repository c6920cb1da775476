// SPDX-License-Identifier: Apache-2.0
package org.semel.versions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes {@code target/versions.md}: where server tests ran. Run by the build after all tests. */
public final class VersionsReport {

  private VersionsReport() {}

  public static void main(String[] args) throws IOException {
    Path page = Path.of("target/versions.md");
    Files.writeString(page, new VersionsPage().with(Records.latest()).markdown());
    System.out.println("versions: " + page);
  }
}
