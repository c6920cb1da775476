// SPDX-License-Identifier: Apache-2.0
package org.semel.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** What PIT has told of each mutant, by its report in XML. */
final class Mutants {

  private static final String BASE = "org.semel.";
  private static final String ENGINE = "internal.engine.";

  /** A mutant that stops the machine or never ends is as noticed as one that fails a test. */
  private static final Set<String> FOUND =
      Set.of("KILLED", "TIMED_OUT", "MEMORY_ERROR", "RUN_ERROR");

  private final List<Element> all = new ArrayList<>();

  private Mutants(NodeList told) {
    for (int i = 0; i < told.getLength(); i++) {
      all.add((Element) told.item(i));
    }
  }

  /**
   * Reads a report.
   *
   * @throws IOException if it is no such report
   */
  static Mutants read(InputStream report) throws IOException {
    try {
      DocumentBuilderFactory parsers = DocumentBuilderFactory.newInstance();
      parsers.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder parser = parsers.newDocumentBuilder();
      parser.setErrorHandler(new DefaultHandler()); // which throws, and prints nothing
      return new Mutants(parser.parse(report).getElementsByTagName("mutation"));
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException("this is no report of PIT's", e);
    }
  }

  /** By room, in the order of the alphabet. */
  List<Score> scores() {
    Map<String, Score> rooms = new TreeMap<>();
    for (Element mutant : all) {
      Score one = score(mutant);
      rooms.merge(one.room(), one, Score::plus);
    }
    return List.copyOf(rooms.values());
  }

  /** Those that no test found, as {@code class.method:line mutator}, in the order of the report. */
  List<String> survivors() {
    return all.stream().filter(mutant -> !isFound(mutant)).map(Mutants::name).toList();
  }

  private static Score score(Element mutant) {
    boolean reached = !mutant.getAttribute("status").equals("NO_COVERAGE");
    return new Score(room(mutant), 1, reached ? 1 : 0, isFound(mutant) ? 1 : 0);
  }

  private static boolean isFound(Element mutant) {
    return FOUND.contains(mutant.getAttribute("status"));
  }

  private static String room(Element mutant) {
    return Room.of(type(mutant));
  }

  private static String name(Element mutant) {
    String mutator = text(mutant, "mutator");
    return type(mutant)
        + "."
        + text(mutant, "mutatedMethod")
        + ":"
        + text(mutant, "lineNumber")
        + " "
        + mutator.substring(mutator.lastIndexOf('.') + 1);
  }

  /** Below our base package, or what is internal there. */
  private static String type(Element mutant) {
    String below = text(mutant, "mutatedClass").substring(BASE.length());
    return below.startsWith(ENGINE) ? below.substring(ENGINE.length()) : below;
  }

  private static String text(Element mutant, String name) {
    return mutant.getElementsByTagName(name).item(0).getTextContent();
  }
}
