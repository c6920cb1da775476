// SPDX-License-Identifier: Apache-2.0
package org.semel.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Pages that show a file of the source tree, or list a folder. */
final class SourcePages {

  private static final Map<String, String> LANGUAGES =
      Map.of(
          "java",
          "java",
          "sql",
          "sql",
          "xml",
          "xml",
          "yaml",
          "yaml",
          "yml",
          "yaml",
          "json",
          "json",
          "properties",
          "properties",
          "sh",
          "bash");

  private final Path home;

  SourcePages(Path home) {
    this.home = home;
  }

  /** The file or folder, and what lies in it. */
  List<Path> within(Path path) throws IOException {
    try (Stream<Path> files = Files.walk(home.resolve(path))) {
      return files
          .map(home::relativize)
          .filter(file -> !file.startsWith(path.resolve("target")))
          .sorted()
          .toList();
    }
  }

  /** The page of a file or folder below home. */
  Page page(Path path) throws IOException {
    String address = Addresses.of(home, path);
    String title = path.toString().replace('\\', '/');
    String body =
        "<h1>" + Html.text(title) + "</h1>\n" + (isFolder(path) ? list(path) : code(path));
    return new Page(address, title, body, List.of());
  }

  private boolean isFolder(Path path) {
    return Files.isDirectory(home.resolve(path));
  }

  private String list(Path folder) throws IOException {
    String address = Addresses.of(home, folder);
    return within(folder).stream()
        .filter(file -> !isFolder(file))
        .map(
            file ->
                "<li><a href=\"%s\"><code>%s</code></a></li>"
                    .formatted(
                        Addresses.relative(address, Addresses.of(home, file)),
                        Html.text(folder.relativize(file).toString())))
        .collect(Collectors.joining("\n", "<ul>\n", "\n</ul>\n"));
  }

  private String code(Path file) throws IOException {
    String name = file.getFileName().toString();
    String language =
        LANGUAGES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "plaintext");
    return "<pre tabindex=\"0\"><code class=\"language-%s\">%s</code></pre>\n"
        .formatted(language, Html.text(Files.readString(home.resolve(file))));
  }
}
