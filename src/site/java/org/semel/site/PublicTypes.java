// SPDX-License-Identifier: Apache-2.0
package org.semel.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The types that a user may touch, by name, with the page of Javadoc that each has. */
final class PublicTypes {

  /** Of the site's top. */
  static final String JAVADOC = "api";

  private static final Path SOURCES = Path.of("src/main/java");

  private final Map<String, String> addresses;

  private PublicTypes(Map<String, String> addresses) {
    this.addresses = addresses;
  }

  /** Those whose sources lie below home. */
  static PublicTypes in(Path home) throws IOException {
    Map<String, String> addresses = new TreeMap<>();
    Path sources = home.resolve(SOURCES);
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(PublicTypes::isSource).toList()) {
        String path = sources.relativize(file).toString().replace('\\', '/').replace(".java", "");
        if (isPublic(path) && Files.readString(file).contains("\npublic ")) {
          String address = JAVADOC + "/" + path + ".html";
          addresses.put(path.substring(path.lastIndexOf('/') + 1), address);
          addresses.put(path.replace('/', '.'), address);
        }
      }
    }
    return new PublicTypes(addresses);
  }

  private static boolean isSource(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".java") && !name.contains("-info");
  }

  private static boolean isPublic(String path) {
    return !path.startsWith("org/semel/internal/") && !path.startsWith("org/semel/ra/");
  }

  /** The page about the type of this name, simple or with its package. */
  Optional<String> address(String name) {
    return Optional.ofNullable(addresses.get(name));
  }

  /** Whether Javadoc, once it is made, has this page. */
  boolean has(String address) {
    return addresses.containsValue(address) || address.equals(JAVADOC + "/index.html");
  }
}
