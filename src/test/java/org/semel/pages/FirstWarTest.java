// SPDX-License-Identifier: Apache-2.0
package org.semel.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.semel.pages.Markdown.Fence;

/**
 * Each piece of an application that the page of the first WAR prints stands so in the quickstart,
 * which {@code mvn verify} builds as a user does and {@code QuickstartIT} deploys on both servers.
 */
class FirstWarTest {

  private static final Path PAGE = Path.of("docs/first-war.md");
  private static final Path QUICKSTART = Path.of("samples/quickstart");

  /**
   * For an application with REST endpoints, which the quickstart has not; see WildFlyEndpointsIT.
   */
  private static final String BESIDE = "<context-param>";

  private static final Set<String> OF_AN_APPLICATION = Set.of("xml", "java", "yaml", "properties");

  @Test
  void whatThePagePrintsIsTheQuickstart() {
    List<Fence> printed =
        Markdown.read(PAGE).fences().stream()
            .filter(fence -> OF_AN_APPLICATION.contains(fence.language()))
            .filter(fence -> !fence.text().get(0).equals(BESIDE))
            .toList();
    assertThat(printed).hasSizeGreaterThanOrEqualTo(8);
    for (Fence fence : printed) {
      if (files().noneMatch(file -> holds(lines(file), pieces(fence.text())))) {
        fail("%s:%d is in no file of %s".formatted(PAGE, fence.line(), QUICKSTART));
      }
    }
  }

  /** A blank line stands for what the page leaves out. */
  private static List<List<String>> pieces(List<String> fence) {
    return Stream.of(String.join("\n", fence).split("\n\n"))
        .map(piece -> piece.lines().map(String::strip).toList())
        .toList();
  }

  private static boolean holds(List<String> file, List<List<String>> pieces) {
    return pieces.stream().allMatch(piece -> Collections.indexOfSubList(file, piece) >= 0);
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream().map(String::strip).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Path> files() {
    try (Stream<Path> all =
        Files.walk(QUICKSTART.resolve("src"))) { // beside it, what Maven has made
      return Stream.concat(
          Stream.of(QUICKSTART.resolve("pom.xml")), all.filter(Files::isRegularFile))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
