// SPDX-License-Identifier: Apache-2.0
package org.semel.promises;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.semel.promises.Promises.Name;
import org.semel.promises.Promises.Promise;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What the reports of surefire and failsafe say of each test. A contract, or a test that others
 * extend, has the outcome of all classes that run it.
 */
public final class Outcomes {

  private static final Pattern EXTENDS =
      Pattern.compile("class (\\w+)(?:<[^>]*>)?\\s+extends (\\w+)");

  /** By simple class name ({@code Outer$Nested}) and method, all runs. */
  private final Map<String, Map<String, List<Outcome>>> runs = new TreeMap<>();

  private final Map<String, Set<String>> heirs;

  private Outcomes(Map<String, Set<String>> heirs) {
    this.heirs = heirs;
  }

  /**
   * Reads all reports in {@code directories}; one that is not there has none.
   *
   * @param sources of the tests among others, to see which extends which
   */
  public static Outcomes read(List<Path> directories, Path sources) throws IOException {
    Outcomes outcomes = new Outcomes(heirs(sources));
    for (Path directory : directories) {
      for (Path report : reports(directory)) {
        outcomes.add(parse(report));
      }
    }
    return outcomes;
  }

  /** What became of the test of this name, in all classes that run it. */
  public Outcome of(Name name) {
    Set<String> classes = new TreeSet<>();
    collect(name.type(), classes);
    List<Outcome> found = new ArrayList<>();
    for (String type : classes) {
      String key = type + name.nested().map(nested -> "$" + nested).orElse("");
      Map<String, List<Outcome>> methods = runs.getOrDefault(key, Map.of());
      name.method()
          .map(method -> methods.getOrDefault(method, List.of()).stream())
          .orElseGet(() -> methods.values().stream().flatMap(List::stream))
          .forEach(found::add);
    }
    return Outcome.of(found);
  }

  /** What became of a promise: all of its tests must pass. Without a test it was not run. */
  Outcome of(Promise promise) {
    return Outcome.of(promise.tests().stream().map(this::of).toList());
  }

  private void collect(String type, Set<String> classes) {
    if (classes.add(type)) {
      heirs.getOrDefault(type, Set.of()).forEach(heir -> collect(heir, classes));
    }
  }

  private void add(Element suite) {
    NodeList cases = suite.getElementsByTagName("testcase");
    for (int i = 0; i < cases.getLength(); i++) {
      Element test = (Element) cases.item(i);
      runs.computeIfAbsent(type(test), absent -> new TreeMap<>())
          .computeIfAbsent(method(test), absent -> new ArrayList<>())
          .add(outcome(test));
    }
  }

  /** Behind the name of a class with parameters stands which run of it this is. */
  static String type(Element test) {
    return test.getAttribute("classname").replaceAll(".*\\.|\\[\\d+]", "");
  }

  static String method(Element test) {
    return test.getAttribute("name").replaceAll("[^\\w].*", "");
  }

  private static Outcome outcome(Element test) {
    if (has(test, "failure") || has(test, "error")) {
      return Outcome.FAILED;
    }
    return has(test, "skipped") ? Outcome.NOT_RUN : Outcome.PASSED;
  }

  private static boolean has(Element test, String child) {
    return test.getElementsByTagName(child).getLength() > 0;
  }

  /** All reports in a directory; none if it is not there. */
  static List<Path> reports(Path directory) throws IOException {
    return files(directory, "TEST-.*\\.xml");
  }

  /** A report. */
  static Element parse(Path report) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      return builder.parse(report.toFile()).getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException("cannot read " + report, e);
    }
  }

  private static Map<String, Set<String>> heirs(Path sources) throws IOException {
    Map<String, Set<String>> heirs = new TreeMap<>();
    for (Path source : files(sources, ".*\\.java")) {
      Matcher found = EXTENDS.matcher(Files.readString(source));
      Optional<Matcher> first = found.find() ? Optional.of(found) : Optional.empty();
      first.ifPresent(
          match ->
              heirs.computeIfAbsent(match.group(2), type -> new TreeSet<>()).add(match.group(1)));
    }
    return heirs;
  }

  private static List<Path> files(Path directory, String name) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.getFileName().toString().matches(name)).sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
