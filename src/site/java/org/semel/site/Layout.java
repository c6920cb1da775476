// SPDX-License-Identifier: Apache-2.0
package org.semel.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What stands around each page: head, shelves, sections, and the pages before and after it. */
final class Layout {

  /** Replaced in one pass: what a page itself says in braces stays. */
  private static final Pattern PART = Pattern.compile("\\{[a-z]+\\}");

  /** With fewer sections a page needs no list of them. */
  private static final int WORTH_A_LIST = 3;

  private final Path home;
  private final Shelves shelves;
  private final String page;
  private final String opening;

  Layout(Path home, Shelves shelves) throws IOException {
    this.home = home;
    this.shelves = shelves;
    this.page = read("page.html");
    this.opening = read("opening.html");
  }

  private static String read(String name) throws IOException {
    try (InputStream in = Layout.class.getResourceAsStream("/site/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The whole document. */
  String around(Page shown) {
    boolean first = shown.address().equals("index.html");
    Map<String, String> parts =
        Map.of(
            "{body}", first ? opened(shown.body()) : shown.body(),
            "{kind}", first ? "first" : "page",
            "{title}", first ? "Semel: once" : Html.text(shown.title()) + " · Semel",
            "{shelves}", shelves(shown),
            "{sections}", sections(shown),
            "{beside}", beside(shown),
            "{top}", Addresses.top(shown.address()));
    return PART.matcher(page)
        .replaceAll(found -> Matcher.quoteReplacement(parts.getOrDefault(found.group(), "")));
  }

  /** The first page opens with what it is and where to go, in place of its heading. */
  private String opened(String body) {
    return opening + body.replaceFirst("<h1.*</h1>\n", "");
  }

  private String shelves(Page shown) {
    return shelves.shelves().stream()
        .map(
            shelf ->
                "<details%s><summary>%s</summary>\n<ul>\n%s</ul></details>\n"
                    .formatted(
                        isOpen(shelf, shown) ? " open" : "",
                        shelf.name(),
                        places(shelf, shown) + (shelf.name().equals("Use") ? javadoc(shown) : "")))
        .collect(Collectors.joining());
  }

  private boolean isOpen(Shelves.Shelf shelf, Page shown) {
    boolean isHere = shelf.places().stream().anyMatch(place -> is(place, shown));
    boolean isNowhere = shelves.places().stream().noneMatch(place -> is(place, shown));
    return isHere || (isNowhere && shelf.equals(shelves.shelves().get(0)));
  }

  private String places(Shelves.Shelf shelf, Page shown) {
    return shelf.places().stream()
        .map(
            place ->
                link(
                    address(place),
                    place.name(),
                    shown,
                    is(place, shown) ? " aria-current=\"page\"" : ""))
        .map("<li>%s</li>\n"::formatted)
        .collect(Collectors.joining());
  }

  private String javadoc(Page shown) {
    return "<li>" + link(PublicTypes.JAVADOC + "/index.html", "Javadoc", shown, "") + "</li>\n";
  }

  private static String link(String address, String name, Page from, String more) {
    return "<a href=\"%s\"%s>%s</a>"
        .formatted(Addresses.relative(from.address(), address), more, Html.text(name));
  }

  private boolean is(Shelves.Place place, Page shown) {
    return address(place).equals(shown.address());
  }

  private String address(Shelves.Place place) {
    return place.file().equals(ApiPage.FILE) ? Site.API_PAGE : Addresses.of(home, place.file());
  }

  private static String sections(Page shown) {
    List<Page.Section> seconds =
        shown.sections().stream().filter(section -> section.level() == 2).toList();
    if (seconds.size() < WORTH_A_LIST) {
      return "";
    }
    return seconds.stream()
        .map(
            section ->
                "<li><a href=\"#%s\">%s</a></li>\n"
                    .formatted(section.id(), Html.text(section.heading())))
        .collect(
            Collectors.joining(
                "",
                "<nav class=\"sections\" aria-labelledby=\"sections\"><h2 id=\"sections\">On this page</h2>\n<ul>\n",
                "</ul></nav>"));
  }

  private String beside(Page shown) {
    List<Shelves.Place> places = shelves.places();
    List<String> addresses = places.stream().map(this::address).toList();
    int at = addresses.indexOf(shown.address());
    if (at < 0) {
      return "";
    }
    String before =
        at == 0
            ? ""
            : link(addresses.get(at - 1), "← " + places.get(at - 1).name(), shown, " rel=\"prev\"");
    String after =
        at == places.size() - 1
            ? ""
            : link(addresses.get(at + 1), places.get(at + 1).name() + " →", shown, " rel=\"next\"");
    return "<nav class=\"beside\" aria-label=\"Before and after\">" + before + after + "</nav>";
  }
}
