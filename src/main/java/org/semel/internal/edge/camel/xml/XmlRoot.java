// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.xml;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.camel.spi.Resource;
import org.apache.camel.xml.io.MXParser;
import org.apache.camel.xml.io.XmlPullParser;
import org.apache.camel.xml.io.XmlPullParserException;
import org.jspecify.annotations.Nullable;
import org.semel.Code;
import org.semel.SemelException;

/**
 * The root element of an XML file of routes.
 *
 * @param namespace empty if it has none
 */
record XmlRoot(String namespace, String name) {

  private static final List<String> READ =
      List.of(
          "routes",
          "route",
          "routeTemplates",
          "routeTemplate",
          "templatedRoutes",
          "templatedRoute",
          "routeConfigurations",
          "routeConfiguration");

  private static final String CAMEL = "http://camel.apache.org/schema/";

  /**
   * The root of {@code file}.
   *
   * @throws SemelException if routes are not read from such an element
   */
  static XmlRoot of(Resource file) {
    try (InputStream in = file.getInputStream()) {
      XmlRoot root = of(file, text(in.readAllBytes()));
      if (!root.isRead()) {
        throw refused(
            file,
            "begins with <" + root.name + "> in the namespace '" + root.namespace + "'",
            null);
      }
      return root;
    } catch (CharacterCodingException e) {
      throw refused(file, "is not in UTF-8", e);
    } catch (IOException | XmlPullParserException e) {
      throw refused(file, "cannot be read: " + e.getMessage(), e);
    }
  }

  /** The error for a file that is not read. */
  static SemelException refused(Resource file, String why, @Nullable Exception cause) {
    return new SemelException(
        Code.ROUTE_FILE_REFUSED,
        "Route file "
            + file.getLocation()
            + " "
            + why
            + ". A file of routes in XML is in UTF-8, has no document type and begins with one of "
            + String.join(", ", READ)
            + ", in no namespace or in one of Camel's; keep other files in another folder. Nothing was started.",
        cause);
  }

  private static XmlRoot of(Resource file, String text) throws IOException, XmlPullParserException {
    MXParser parser = new MXParser();
    parser.setFeature(XmlPullParser.FEATURE_PROCESS_NAMESPACES, true);
    parser.setInput(new StringReader(text));
    for (int token = parser.nextToken();
        token != XmlPullParser.START_TAG;
        token = parser.nextToken()) {
      if (token == XmlPullParser.DOCDECL) {
        throw refused(file, "has a document type, which could include other files", null);
      }
      if (token == XmlPullParser.END_DOCUMENT) {
        throw refused(file, "is empty", null);
      }
    }
    return new XmlRoot(parser.getNamespace(), parser.getName());
  }

  /** Whether the file holds route configurations and no routes. */
  boolean isOfConfigurations() {
    return name.startsWith("routeConfiguration");
  }

  private boolean isRead() {
    return READ.contains(name) && (namespace.isEmpty() || namespace.startsWith(CAMEL));
  }

  /** Strictly: invalid UTF-8 would otherwise become other characters silently. */
  private static String text(byte[] bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }
}
