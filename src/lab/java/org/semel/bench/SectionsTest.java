// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A run writes its own sections of the page, and keeps what persons and other runs wrote. */
class SectionsTest {

  private static final String BEFORE =
      """
      # Performance

      Old figures.

      ## Targets

      old

      ## Batches

      by hand

      ## Settings

      old

      ## The relay

      <!-- relay -->
      """;

  @Test
  void whatOnlyThePageBeforeHasIsKeptInItsPlace() {
    String page = "# Performance\n\nNew figures.\n\n## Targets\n\nnew\n\n## Settings\n\nnew\n";
    assertThat(Sections.keeping(page, BEFORE))
        .isEqualTo(
            """
            # Performance

            New figures.

            ## Targets

            new

            ## Batches

            by hand

            ## Settings

            new

            ## The relay

            <!-- relay -->
            """);
  }

  @Test
  void aPageThatIsKeptAsAWholeIsTheSame() throws IOException {
    String published = Files.readString(Path.of("docs/performance.md"));
    assertThat(Sections.keeping("# Performance\n", published))
        .endsWith(published.substring(published.indexOf("\n## ")));
  }

  @Test
  void eachOwnTableHasItsPlaceInThePage() throws IOException {
    String published = Files.readString(Path.of("docs/performance.md"));
    for (String name : new String[] {"relay", "operators"}) {
      assertThat(new OwnTable(name).in(published, "| a |\n")).contains("-->\n\n| a |\n\n<!-- /");
    }
  }
}
