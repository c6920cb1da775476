// SPDX-License-Identifier: Apache-2.0
package org.semel.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The site as it is made of the pages that lie here; Javadoc is believed by its sources. */
class SiteTest {

  private static final Path HOME = Path.of("");

  private static final Pattern CODE_IN_A_PAGE =
      Pattern.compile("<script(?![^>]* src=)|<style|\\sstyle=|\\son[a-z]+=\"|href=\"javascript:");

  @TempDir static Path site;

  private static PublicTypes types;

  @BeforeAll
  static void make() throws IOException {
    types = PublicTypes.in(HOME);
    new Site(HOME, site).write();
  }

  @Test
  void everyLinkAndEveryAnchorLeadsToSomething() throws IOException {
    assertThat(new DeadLinks(site, types::has).found()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "adopt.html#no-such-heading",
        "no-such-page.html",
        "../api/org/semel/NoSuchType.html",
        "../../outside.html",
        "../server-config"
      })
  void aLinkThatLeadsNowhereIsFound(String link, @TempDir Path copy) throws IOException {
    Files.createDirectories(copy.resolve("docs"));
    Files.copy(site.resolve("docs/adopt.html"), copy.resolve("docs/adopt.html"));
    Files.writeString(copy.resolve("docs/page.html"), "<a href=\"" + link + "\">there</a>");
    assertThat(new DeadLinks(copy, types::has).found()).contains("docs/page.html " + link);
  }

  @Test
  void everyPageOfEveryShelfIsThereAndIsLinkedFromEveryPage() throws IOException {
    List<String> names = Shelves.in(HOME).places().stream().map(Shelves.Place::name).toList();
    assertThat(names).hasSizeGreaterThan(40);
    assertThat(Shelves.in(HOME).shelves())
        .extracting(Shelves.Shelf::name)
        .containsExactly("Start", "Use", "Operate", "Evidence", "Inside");
    for (Path page : pages()) {
      assertThat(Files.readString(page))
          .as(page.toString())
          .contains(names.stream().map(name -> ">" + Html.text(name) + "</a>").toList());
    }
  }

  @Test
  void noPageHasAScriptOrAStyleWithinThatAStrictPolicyRefuses() throws IOException {
    for (Path page : pages()) {
      assertThat(
              CODE_IN_A_PAGE.matcher(Files.readString(page)).results().map(found -> found.group()))
          .as(page.toString())
          .isEmpty();
    }
  }

  @Test
  void noPageLoadsAnythingFromElsewhere() throws IOException {
    for (Path page : pages()) {
      assertThat(Files.readString(page))
          .as(page.toString())
          .doesNotContainPattern("(src=\"|<link [^>]*href=\")(/|[a-z]+:)");
    }
  }

  @Test
  void aPublicTypeThatAPageNamesLeadsToItsJavadoc() {
    MarkdownPages markdown = new MarkdownPages(HOME, types);
    Page page =
        markdown.page(
            Path.of("docs/x.md"),
            "docs/x.html",
            "# X\n\n`Operations`, `ArrayList`, [`Operations`](x.md)");
    assertThat(page.body())
        .contains(
            "<a href=\"../api/org/semel/operations/Operations.html\"><code>Operations</code></a>")
        .contains(", <code>ArrayList</code>")
        .contains("<a href=\"x.html\"><code>Operations</code></a>");
  }

  @Test
  void thePageOfTheApiHasEveryPathThatItsDescriptionHas() throws IOException {
    assertThat(Files.readString(site.resolve(Site.API_PAGE)))
        .contains("POST /parked/{id}/release", "<code>Idempotency-Key</code>");
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(site)) {
      return files.filter(file -> file.toString().endsWith(".html")).toList();
    }
  }
}
