// SPDX-License-Identifier: Apache-2.0
package org.semel.site;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import java.util.Collection;

/**
 * What the search looks through: each section of each page, as a script that the browser loads once
 * somebody searches. It is a script, as a page that lies in a file may read no other file.
 */
final class SearchIndex {

  private SearchIndex() {}

  /** Of these pages. */
  static String of(Collection<Page> pages) {
    JsonArrayBuilder all = Json.createArrayBuilder();
    for (Page page : pages) {
      for (Page.Section section : page.sections()) {
        all.add(
            Json.createObjectBuilder()
                .add("at", page.address() + (section.level() < 2 ? "" : "#" + section.id()))
                .add("page", page.address().equals("index.html") ? "Semel" : page.title())
                .add("heading", section.level() < 2 ? "" : section.heading())
                .add("text", section.text()));
      }
    }
    return "self.semelSections = " + all.build() + ";\n";
  }
}
