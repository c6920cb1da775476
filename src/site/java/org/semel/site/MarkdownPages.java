// SPDX-License-Identifier: Apache-2.0
package org.semel.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;

/** Makes pages of Markdown: headings get GitHub's anchors, links lead to what the site has. */
final class MarkdownPages {

  private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
  private static final TextContentRenderer TEXT =
      TextContentRenderer.builder().extensions(EXTENSIONS).build();

  private final Path home;
  private final PublicTypes types;
  private final Set<Path> linked = new TreeSet<>();

  MarkdownPages(Path home, PublicTypes types) {
    this.home = home;
    this.types = types;
  }

  /** What the pages that were made link to or show: files and folders below home. */
  Set<Path> linked() {
    return Set.copyOf(linked);
  }

  /** The page of a file below home. */
  Page page(Path file) throws IOException {
    return page(file, Addresses.of(home, file), Files.readString(home.resolve(file)));
  }

  /** The page of a text, whose links are those of a file that lies there. */
  Page page(Path file, String address, String markdown) {
    Node document = PARSER.parse(markdown);
    document.accept(new Links(file, address));
    Map<Node, String> ids = new HashMap<>();
    List<Page.Section> sections = sections(document, ids);
    HtmlRenderer renderer =
        HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .attributeProviderFactory(
                context ->
                    (node, tag, attributes) -> {
                      if (ids.containsKey(node)) {
                        attributes.put("id", ids.get(node));
                      }
                    })
            .build();
    String title =
        sections.stream()
            .filter(section -> section.level() == 1)
            .map(Page.Section::heading)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException(file + " has no heading"));
    return new Page(address, title, withHandles(renderer.render(document)), sections);
  }

  /**
   * What is wider than the page can be scrolled, by keys too; each heading can be linked to. A
   * corner of a table that is empty heads nothing.
   */
  private static String withHandles(String html) {
    return html.replace("<table>", "<div class=\"wide\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
        .replace("<th></th>", "<td></td>")
        .replace("<pre>", "<pre tabindex=\"0\">")
        .replaceAll(
            "<h([2-6]) id=\"([^\"]+)\">(.*)</h\\1>",
            "<h$1 id=\"$2\">$3 <a class=\"here\" href=\"#$2\" aria-label=\"Link to this section\">#</a></h$1>");
  }

  private static List<Page.Section> sections(Node document, Map<Node, String> ids) {
    List<Page.Section> sections = new ArrayList<>();
    Map<String, Integer> used = new HashMap<>();
    Page.Section open = new Page.Section(0, "", "", "");
    for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
      String text = TEXT.render(node).strip();
      if (node instanceof Heading heading) {
        sections.add(open);
        String anchor = anchor(text);
        int before = used.merge(anchor, 1, Integer::sum) - 1;
        String id = before == 0 ? anchor : anchor + "-" + before;
        ids.put(node, id);
        open = new Page.Section(heading.getLevel(), id, text, "");
      } else {
        open =
            new Page.Section(
                open.level(), open.id(), open.heading(), (open.text() + " " + text).strip());
      }
    }
    sections.add(open);
    return sections.stream()
        .filter(section -> section.level() > 0 || !section.text().isEmpty())
        .toList();
  }

  /** As GitHub makes it, so that a link leads to the same place there and here. */
  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }

  private final class Links extends AbstractVisitor {

    private final Path file;
    private final String address;

    Links(Path file, String address) {
      this.file = file;
      this.address = address;
    }

    @Override
    public void visit(Link link) {
      link.setDestination(led(link.getDestination()));
    }

    @Override
    public void visit(Image image) {
      image.setDestination(led(image.getDestination()));
    }

    /** A type that users may touch leads to its Javadoc. */
    @Override
    public void visit(Code code) {
      types
          .address(code.getLiteral())
          .ifPresent(
              javadoc -> {
                Link link = new Link(Addresses.relative(address, javadoc), null);
                code.insertBefore(link);
                link.appendChild(code);
              });
    }

    @Override
    public void visit(Heading heading) {
      // a heading leads nowhere
    }

    private String led(String destination) {
      if (destination.contains("://") || destination.startsWith("#")) {
        return destination;
      }
      String[] parts = destination.split("#", 2);
      Path target = file.resolveSibling(parts[0]).normalize();
      linked.add(target);
      return Addresses.relative(address, Addresses.of(home, target))
          + (parts.length == 1 ? "" : "#" + parts[1]);
    }
  }
}
