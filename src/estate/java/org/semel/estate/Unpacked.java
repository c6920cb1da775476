// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A server that the build has unpacked. Several versions may lie there, one beside the other;
 * {@code -Dversion.wildfly} and {@code -Dversion.liberty} say which, for the build and for us.
 *
 * @param home its directory
 * @param version as its artifact has it
 */
public record Unpacked(Path home, String version) {

  /** The WildFly under test. */
  public static Unpacked wildFly() {
    return of("wildfly", "wildfly-");
  }

  /** The Open Liberty under test. */
  public static Unpacked liberty() {
    Unpacked found = of("liberty", "openliberty-");
    return new Unpacked(found.home().resolve("wlp"), found.version());
  }

  private static Unpacked of(String server, String prefix) {
    String asked = System.getProperty("version." + server, "");
    List<Path> there = directories(prefix + asked);
    if (there.size() != 1) {
      throw new IllegalStateException(
          "the build has unpacked %s where one %s is looked for; name its version by -Dversion.%s"
              .formatted(there, prefix + asked, server));
    }
    Path home = there.get(0);
    return new Unpacked(home, home.getFileName().toString().substring(prefix.length()));
  }

  private static List<Path> directories(String prefix) {
    try (Stream<Path> all = Files.list(Path.of("target").toAbsolutePath())) {
      return all.filter(Files::isDirectory)
          .filter(path -> path.getFileName().toString().startsWith(prefix))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
