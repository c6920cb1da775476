// SPDX-License-Identifier: Apache-2.0
package org.semel.site;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Where a file of the source tree lies in the site: in the folder of the same name, so that a
 * relative link stays as it is, but for its end.
 */
final class Addresses {

  private static final Set<String> AS_THEY_ARE = Set.of("png", "svg");

  private Addresses() {}

  /** Of what a page links to, or of the page itself: a file or a folder below {@code home}. */
  static String of(Path home, Path file) {
    String path = file.toString().replace('\\', '/');
    if (Files.isDirectory(home.resolve(file))) {
      return path + "/index.html";
    }
    if (path.endsWith("README.md")) {
      return path.replaceFirst("README\\.md$", "index.html");
    }
    if (path.endsWith(".md")) {
      return path.replaceFirst("\\.md$", ".html");
    }
    return isAsItIs(file) ? path : path + ".html";
  }

  /** Whether it is copied, and not shown in a page. */
  static boolean isAsItIs(Path file) {
    String name = file.getFileName().toString();
    return AS_THEY_ARE.contains(name.substring(name.lastIndexOf('.') + 1));
  }

  /** From one address to another, both from the site's top. */
  static String relative(String from, String to) {
    Path folder = Path.of(from).getParent();
    Path way = folder == null ? Path.of(to) : folder.relativize(Path.of(to));
    return way.toString().replace('\\', '/');
  }

  /** From an address up to the site's top: blank, or it ends in a slash. */
  static String top(String from) {
    return "../".repeat(Path.of(from).getNameCount() - 1);
  }
}
