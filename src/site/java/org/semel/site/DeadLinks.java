// SPDX-License-Identifier: Apache-2.0
package org.semel.site;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Links of the site's pages, to pages, anchors, scripts, styles and pictures that are not there.
 */
final class DeadLinks {

  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
  private static final Pattern ANCHOR = Pattern.compile("id=\"([^\"]+)\"");

  private final Path site;
  private final Predicate<String> unread;
  private final Map<Path, Set<String>> anchors = new HashMap<>();

  /**
   * @param unread says of an address that a link to it, or to an anchor in it, is believed: what
   *     another program makes
   */
  DeadLinks(Path site, Predicate<String> unread) {
    this.site = site;
    this.unread = unread;
  }

  /** Each as the page and the link. */
  List<String> found() throws IOException {
    List<String> dead = new ArrayList<>();
    try (Stream<Path> files = Files.walk(site)) {
      for (Path page : files.filter(file -> file.toString().endsWith(".html")).sorted().toList()) {
        for (String link : matches(LINK, Files.readString(page))) {
          if (!link.matches("(https?|mailto|javascript):.*") && !isThere(page, link)) {
            dead.add(site.relativize(page) + " " + link);
          }
        }
      }
    }
    return dead;
  }

  private boolean isThere(Path page, String link) throws IOException {
    String[] parts = link.replaceFirst("\\?.*", "").split("#", 2);
    Path target = parts[0].isEmpty() ? page : page.resolveSibling(decoded(parts[0])).normalize();
    if (unread.test(site.relativize(target).toString().replace('\\', '/'))) {
      return true;
    }
    if (!target.startsWith(site) || !Files.isRegularFile(target)) {
      return false;
    }
    return parts.length == 1 || parts[1].isEmpty() || anchors(target).contains(decoded(parts[1]));
  }

  private Set<String> anchors(Path page) throws IOException {
    Set<String> known = anchors.get(page);
    if (known == null) {
      known = Set.copyOf(matches(ANCHOR, Files.readString(page)));
      anchors.put(page, known);
    }
    return known;
  }

  private static Set<String> matches(Pattern pattern, String html) {
    return pattern
        .matcher(html)
        .results()
        .map(
            found -> found.group(1).replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"))
        .collect(Collectors.toSet());
  }

  private static String decoded(String link) {
    return URLDecoder.decode(link.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
