// SPDX-License-Identifier: Apache-2.0
package org.semel.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The form of a page in Markdown: no trailing blanks, one blank line around headings, fences,
 * tables and lists, one blank beside the pipes of a table.
 */
final class MarkdownForm {

  private static final Pattern HEADING = Pattern.compile("#+ .*");
  private static final Pattern FENCE = Pattern.compile(" *```.*");
  private static final Pattern ROW = Pattern.compile(" *\\|.*");
  private static final Pattern CELLS = Pattern.compile(" *\\| .* \\|| *\\|( -{3}:? \\|)+");
  private static final Pattern ITEM = Pattern.compile("(\\*|-|\\d+\\.) .*");

  private final List<String> lines;
  private final List<String> faults = new ArrayList<>();

  private MarkdownForm(List<String> lines) {
    this.lines = lines;
  }

  /** What is wrong with a page of these lines, each with its line's number. */
  static List<String> faults(List<String> lines) {
    MarkdownForm form = new MarkdownForm(lines);
    boolean fenced = false;
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).equals(lines.get(i).stripTrailing())) {
        form.fault(i, "has blanks at its end");
      }
      boolean fence = FENCE.matcher(lines.get(i)).matches();
      if (fence && !form.line(fenced ? i + 1 : i - 1).isEmpty()) {
        form.fault(i, "needs a blank line " + (fenced ? "behind" : "before") + " the fence");
      }
      if (!fence && !fenced) {
        form.prose(i);
      }
      fenced ^= fence;
    }
    return form.faults;
  }

  private void prose(int i) {
    String line = lines.get(i);
    String before = line(i - 1);
    if (i > 0 && line.isEmpty() && before.isEmpty()) {
      fault(i, "is the second blank line");
    }
    if (HEADING.matcher(line).matches() && !(before.isEmpty() && line(i + 1).isEmpty())) {
      fault(i, "needs a blank line before and behind the heading");
    }
    if (ROW.matcher(line).matches()) {
      row(i, line, before);
    }
    boolean item = ITEM.matcher(line).matches();
    boolean listed = ITEM.matcher(before).matches() || before.startsWith(" ");
    if (item && !before.isEmpty() && !listed) {
      fault(i, "needs a blank line before the list");
    }
    if (!item && ITEM.matcher(before).matches() && !line.isEmpty() && !line.startsWith(" ")) {
      fault(i, "needs a blank line behind the list, or blanks at its beginning");
    }
  }

  private void row(int i, String line, String before) {
    if (!CELLS.matcher(line).matches()) {
      fault(i, "needs one blank on both sides of its pipes");
    }
    String behind = line(i + 1);
    boolean apart =
        (before.isEmpty() || ROW.matcher(before).matches())
            && (behind.isEmpty() || ROW.matcher(behind).matches());
    if (!apart) {
      fault(i, "needs a blank line before and behind the table");
    }
  }

  /** Beyond both ends of the page all is blank. */
  private String line(int i) {
    return i < 0 || i >= lines.size() ? "" : lines.get(i);
  }

  private void fault(int i, String why) {
    faults.add((i + 1) + " " + why);
  }
}
