// SPDX-License-Identifier: Apache-2.0
package org.semel.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Makes the site of what lies in the source tree: the pages, in the order of their shelves, what
 * they link to, the description of the API, and Javadoc beside them. It needs no server and no
 * network, neither when it is made nor when it is read.
 */
public final class Site {

  /** Where the description of the API stands. */
  static final String API_PAGE = "docs/openapi.html";

  private static final List<String> OWN = List.of("site.css", "site.js", "theme.js", "icon.svg");

  /** Javadoc of Java 17 links there to a heading that it gives no anchor. */
  private static final String WITHOUT_ANCHORS = PublicTypes.JAVADOC + "/constant-values.html";

  /** Libraries that run in the reader's browser, and the files of each. */
  private static final Map<String, List<String>> LIBRARIES =
      Map.of(
          "org.webjars.npm:lunr", List.of("lunr.min.js"),
          "org.webjars:highlightjs", List.of("highlight.min.js", "languages/properties.min.js"));

  private final Path home;
  private final Path site;
  private final PublicTypes types;

  /** A site of what lies in home; what else lies in its folder stays there. */
  Site(Path home, Path site) throws IOException {
    this.home = home;
    this.site = site;
    this.types = PublicTypes.in(home);
  }

  /**
   * Makes it, and ends with status 1 if a link is dead.
   *
   * @param arguments the source tree, where Javadoc has been made, and where the site shall be
   */
  public static void main(String[] arguments) throws IOException {
    Path target = Path.of(arguments[2]);
    Site site = new Site(Path.of(arguments[0]), target);
    int pages = site.write();
    copy(Path.of(arguments[1]), target.resolve(PublicTypes.JAVADOC));
    List<String> dead = new DeadLinks(target, WITHOUT_ANCHORS::equals).found();
    dead.forEach(link -> System.out.println("site: dead link in " + link));
    if (!dead.isEmpty()) {
      throw new IllegalStateException(dead.size() + " links of the site are dead");
    }
    System.out.printf("site: %d pages, no dead link: %s%n", pages, target.resolve("index.html"));
  }

  /** Writes all but Javadoc, and answers how many pages there are. */
  int write() throws IOException {
    Shelves shelves = Shelves.in(home);
    MarkdownPages markdown = new MarkdownPages(home, types);
    Map<Path, Page> read = new LinkedHashMap<>();
    Deque<Path> open = new ArrayDeque<>(List.of(Path.of("README.md"), Shelves.CONTENTS));
    shelves.places().forEach(place -> open.add(place.file()));
    read.put(Path.of(API_PAGE), markdown.page(ApiPage.FILE, API_PAGE, ApiPage.markdown(home)));
    while (!open.isEmpty()) {
      Path file = open.poll();
      if (file.toString().endsWith(".md") && !read.containsKey(file)) {
        read.put(file, markdown.page(file));
        open.addAll(markdown.linked());
      }
    }
    Layout layout = new Layout(home, shelves);
    List<Page> pages = new ArrayList<>(read.values());
    pages.addAll(sources(markdown.linked()));
    for (Page page : pages) {
      write(page.address(), layout.around(page));
    }
    write("site/sections.js", SearchIndex.of(read.values()));
    writeAssets(markdown.linked());
    return pages.size();
  }

  private List<Page> sources(Set<Path> linked) throws IOException {
    SourcePages sources = new SourcePages(home);
    Set<Path> shown = new TreeSet<>();
    for (Path path : linked) {
      if (!path.toString().endsWith(".md") && !Addresses.isAsItIs(path)) {
        shown.addAll(Files.isDirectory(home.resolve(path)) ? sources.within(path) : Set.of(path));
      }
    }
    List<Page> pages = new ArrayList<>();
    for (Path path : shown) {
      pages.add(sources.page(path));
    }
    return pages;
  }

  private void writeAssets(Set<Path> linked) throws IOException {
    for (String name : OWN) {
      copyResource("/site/" + name, "site/" + name);
    }
    for (Map.Entry<String, List<String>> library : LIBRARIES.entrySet()) {
      String files = webJar(library.getKey());
      for (String file : library.getValue()) {
        copyResource(files + file, "site/" + Path.of(file).getFileName());
      }
    }
    for (Path path : linked) {
      if (Addresses.isAsItIs(path)) {
        copyFile(path);
      }
    }
    copyFile(ApiPage.FILE);
  }

  /** Where a WebJar has its files, by the version that is on the class path. */
  private static String webJar(String coordinates) throws IOException {
    String[] parts = coordinates.split(":", 2);
    Properties properties = new Properties();
    try (InputStream in =
        Site.class.getResourceAsStream(
            "/META-INF/maven/%s/%s/pom.properties".formatted(parts[0], parts[1]))) {
      properties.load(in);
    }
    return "/META-INF/resources/webjars/%s/%s/"
        .formatted(parts[1], properties.getProperty("version"));
  }

  private void copyFile(Path path) throws IOException {
    Path to = site.resolve(path);
    Files.createDirectories(to.getParent());
    Files.copy(home.resolve(path), to, StandardCopyOption.REPLACE_EXISTING);
  }

  private void copyResource(String resource, String address) throws IOException {
    Path to = site.resolve(address);
    Files.createDirectories(to.getParent());
    try (InputStream in = Site.class.getResourceAsStream(resource)) {
      Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private void write(String address, String text) throws IOException {
    Path to = site.resolve(address);
    Files.createDirectories(to.getParent());
    Files.writeString(to, text);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
