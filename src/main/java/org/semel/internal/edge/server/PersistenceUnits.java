// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * The persistence units that an application brings, as its {@code META-INF/persistence.xml} files
 * describe them. An {@code EntityManager} cannot be asked for its data source, and need not be a
 * bean; the file is what the server makes it of.
 *
 * @see <a
 *     href="https://jakarta.ee/specifications/persistence/3.1/jakarta-persistence-spec-3.1#a12306">Jakarta
 *     Persistence 3.1, section 8.2: persistence unit packaging</a>
 */
public final class PersistenceUnits {

  private static final String FILE = "META-INF/persistence.xml";

  /** The data source of a unit that names none. */
  private static final String DEFAULT = "java:comp/DefaultDataSource";

  private PersistenceUnits() {}

  /**
   * A persistence unit.
   *
   * @param dataSource JNDI name of the data source of the server's transactions; empty if the unit
   *     takes part in none
   */
  public record Described(String name, Optional<String> dataSource) {}

  /**
   * The units that this class loader sees. A file that cannot be read is the server's to refuse.
   */
  public static List<Described> in(@Nullable ClassLoader application) {
    if (application == null) {
      return List.of();
    }
    try {
      List<Described> found = new ArrayList<>();
      for (URL file : Collections.list(application.getResources(FILE))) {
        try (InputStream in = file.openStream()) {
          found.addAll(read(in));
        }
      }
      return found.stream().distinct().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Described> read(InputStream in) {
    XMLInputFactory factory = XMLInputFactory.newInstance();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    List<Described> found = new ArrayList<>();
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(in);
      while (reader.hasNext()) {
        if (begins(reader, reader.next(), "persistence-unit")) {
          found.add(unit(reader));
        }
      }
    } catch (XMLStreamException e) {
      return List.of();
    }
    return found;
  }

  private static Described unit(XMLStreamReader reader) throws XMLStreamException {
    String name = String.valueOf(reader.getAttributeValue(null, "name"));
    boolean local = "RESOURCE_LOCAL".equals(reader.getAttributeValue(null, "transaction-type"));
    String dataSource = DEFAULT;
    for (int event = reader.next(); !ends(reader, event); event = reader.next()) {
      if (begins(reader, event, "jta-data-source")) {
        dataSource = reader.getElementText().strip();
      }
    }
    return new Described(name, local ? Optional.empty() : Optional.of(dataSource));
  }

  private static boolean begins(XMLStreamReader reader, int event, String element) {
    return event == XMLStreamConstants.START_ELEMENT && reader.getLocalName().equals(element);
  }

  private static boolean ends(XMLStreamReader reader, int event) {
    return event == XMLStreamConstants.END_DOCUMENT
        || (event == XMLStreamConstants.END_ELEMENT
            && reader.getLocalName().equals("persistence-unit"));
  }
}
