// SPDX-License-Identifier: Apache-2.0
package org.semel.promises;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Tests that the reports of surefire and failsafe name as skipped. The build says so in its last
 * lines: what was not run has shown nothing.
 */
public final class NotRun {

  private final List<Skipped> all = new ArrayList<>();

  private NotRun() {}

  /**
   * A test that was not run.
   *
   * @param type simple name of its class
   * @param method its name; empty if it is the whole class
   * @param why what it said itself; empty if nothing
   */
  public record Skipped(String type, String method, String why) {

    @Override
    public String toString() {
      return type + (method.isEmpty() ? "" : "." + method);
    }
  }

  /** Prints them, class by class. */
  public static void main(String[] args) throws IOException {
    in(GuaranteesReport.REPORTS).lines().forEach(System.out::println);
  }

  /** Those of all reports in {@code directories}; one that is not there has none. */
  static NotRun in(List<Path> directories) throws IOException {
    NotRun found = new NotRun();
    for (Path directory : directories) {
      for (Path report : Outcomes.reports(directory)) {
        found.add(Outcomes.parse(report));
      }
    }
    return found;
  }

  private void add(Element suite) {
    NodeList cases = suite.getElementsByTagName("testcase");
    for (int i = 0; i < cases.getLength(); i++) {
      Element test = (Element) cases.item(i);
      NodeList skips = test.getElementsByTagName("skipped");
      if (skips.getLength() > 0) {
        String why = reason((Element) skips.item(0));
        all.add(new Skipped(Outcomes.type(test), Outcomes.method(test), why));
      }
    }
  }

  /** Of a condition it is the message; of an assumption it is the first line of its trace. */
  private static String reason(Element skipped) {
    String message = skipped.getAttribute("message");
    String said = message.isEmpty() ? skipped.getTextContent().strip() : message;
    return said.replaceFirst("^[\\w.]*TestAbortedException: (Assumption failed: )?", "")
        .replaceFirst("\n(?s).*", "");
  }

  /** Each once, by class and name, whatever the number of its runs. */
  List<Skipped> tests() {
    return all.stream().distinct().sorted(Comparator.comparing(Skipped::toString)).toList();
  }

  /** A line for each class and reason, or one that says that there is none. */
  List<String> lines() {
    if (all.isEmpty()) {
      return List.of("not run: none of the tests");
    }
    return tests().stream()
        .collect(
            Collectors.groupingBy(
                test -> test.type() + "|" + test.why(), TreeMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(NotRun::line)
        .toList();
  }

  private static String line(List<Skipped> tests) {
    Skipped first = tests.get(0);
    String why = first.why().isEmpty() ? "" : " (" + first.why() + ")";
    String names = tests.stream().map(Skipped::method).collect(Collectors.joining(", "));
    return "not run: " + first.type() + why + ": " + names;
  }
}
