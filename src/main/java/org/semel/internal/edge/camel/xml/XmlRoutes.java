// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.xml;

import java.io.IOException;
import org.apache.camel.builder.RouteConfigurationBuilder;
import org.apache.camel.spi.Resource;
import org.apache.camel.xml.in.ModelParser;
import org.apache.camel.xml.io.XmlPullParserException;
import org.apache.camel.xml.io.XmlPullParserLocationException;

/**
 * The contents of one XML file: routes, templates, routes made of them, or configurations of
 * routes.
 */
final class XmlRoutes extends RouteConfigurationBuilder {

  private final Resource file;
  private final XmlRoot root;

  private XmlRoutes(Resource file, XmlRoot root) {
    this.file = file;
    this.root = root;
  }

  /**
   * The routes of {@code file}, which are read when Camel asks for them.
   *
   * @throws org.semel.SemelException if the file cannot hold routes
   */
  static XmlRoutes of(Resource file) {
    XmlRoutes routes = new XmlRoutes(file, XmlRoot.of(file));
    routes.setResource(file);
    return routes;
  }

  @Override
  public void configure() {
    if (root.name().startsWith("routeTemplate")) {
      read(
          parser ->
              parser
                  .parseRouteTemplatesDefinition()
                  .ifPresent(
                      found ->
                          found
                              .getRouteTemplates()
                              .forEach(getRouteTemplateCollection()::routeTemplate)));
    } else if (root.name().startsWith("templatedRoute")) {
      read(
          parser ->
              parser
                  .parseTemplatedRoutesDefinition()
                  .ifPresent(
                      found ->
                          found
                              .getTemplatedRoutes()
                              .forEach(getTemplatedRouteCollection()::templatedRoute)));
    } else if (!root.isOfConfigurations()) {
      read(
          parser ->
              parser
                  .parseRoutesDefinition()
                  .ifPresent(found -> found.getRoutes().forEach(getRouteCollection()::route)));
    }
  }

  /** Camel asks for all configurations before it asks for the first route. */
  @Override
  public void configuration() {
    if (root.isOfConfigurations()) {
      read(
          parser ->
              parser
                  .parseRouteConfigurationsDefinition()
                  .ifPresent(
                      found ->
                          found
                              .getRouteConfigurations()
                              .forEach(getRouteConfigurationCollection()::routeConfiguration)));
    }
  }

  @FunctionalInterface
  private interface Parsing {
    void from(ModelParser parser) throws IOException, XmlPullParserException;
  }

  private void read(Parsing parsing) {
    try {
      parsing.from(new ModelParser(file, root.namespace()));
    } catch (IOException | XmlPullParserException | XmlPullParserLocationException e) {
      throw XmlRoot.refused(file, "cannot be read: " + e.getMessage(), e);
    }
  }
}
