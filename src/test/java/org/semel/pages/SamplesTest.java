// SPDX-License-Identifier: Apache-2.0
package org.semel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A page shows of a sample the very lines that the sample's own test runs. */
class SamplesTest {

  private static final Path ROUTES = Path.of("samples/quickstart/src/main/resources/camel");

  @Test
  void theRoutesOfThePageAreThoseOfTheQuickstart() throws IOException {
    List<String> shown = Files.readAllLines(Path.of("docs/routes.md"));
    for (String file : List.of("receipt.yaml", "refunds.xml")) {
      assertThat(shown).as(file).containsSequence(Files.readAllLines(ROUTES.resolve(file)));
    }
  }
}
