// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.spi.Resource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.semel.internal.boot.LogLines;

/** Which files of a WAR are read as routes, and which are told not to be. */
class RouteFilesTest {

  @TempDir Path root;

  private final LogLines lines = new LogLines();

  @AfterEach
  void stopListening() {
    lines.close();
  }

  @Test
  void filesInYamlAndXmlAreReadThoseInFoldersBelowToo() throws IOException {
    write("WEB-INF/camel/late.xml");
    write("WEB-INF/classes/camel/b.yml");
    write("WEB-INF/classes/camel/a.yaml");
    write("WEB-INF/classes/camel/returns/c.xml");
    assertThat(found())
        .containsExactly(
            "/WEB-INF/classes/camel/a.yaml",
            "/WEB-INF/classes/camel/b.yml",
            "/WEB-INF/classes/camel/returns/c.xml",
            "/WEB-INF/camel/late.xml");
    assertThat(lines.with("SEMEL-0607")).isEmpty();
  }

  @Test
  void filesThatAreNotReadAreNamedInOneLine() throws IOException {
    write("WEB-INF/classes/camel/a.yaml");
    write("WEB-INF/classes/camel/B.groovy");
    write("WEB-INF/classes/camel/deep/C.java");
    write("WEB-INF/classes/camel/deep/C.class");
    write("WEB-INF/camel/d.yaml.bak");
    write("WEB-INF/elsewhere/e.groovy");
    assertThat(found()).containsExactly("/WEB-INF/classes/camel/a.yaml");
    assertThat(lines.with("SEMEL-0607"))
        .singleElement()
        .asString()
        .startsWith("SEMEL-0607 ")
        .contains(
            "/WEB-INF/classes/camel/B.groovy, /WEB-INF/classes/camel/deep/C.java,"
                + " /WEB-INF/camel/d.yaml.bak")
        .doesNotContain("C.class", "e.groovy");
  }

  @Test
  void aWarWithoutTheFolderHasNoneAndNothingIsTold() throws IOException {
    assertThat(found()).isEmpty();
    assertThat(lines.with("SEMEL-0607")).isEmpty();
  }

  private List<String> found() throws IOException {
    return RouteFiles.find(new Unpacked(), "camel").stream().map(Resource::getLocation).toList();
  }

  private void write(String path) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "x");
  }

  private final class Unpacked implements RouteFiles.War {

    @Override
    public @Nullable Set<String> entries(String folder) {
      Path path = root.resolve(folder.substring(1));
      if (!Files.isDirectory(path)) {
        return null;
      }
      try (Stream<Path> files = Files.list(path)) {
        return files
            .map(file -> "/" + root.relativize(file) + (Files.isDirectory(file) ? "/" : ""))
            .collect(Collectors.toSet());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public @Nullable InputStream open(String file) {
      try {
        return Files.newInputStream(root.resolve(file.substring(1)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
