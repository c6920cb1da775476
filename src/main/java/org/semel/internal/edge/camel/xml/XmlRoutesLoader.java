// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.xml;

import org.apache.camel.CamelContext;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.spi.Resource;
import org.apache.camel.spi.RoutesBuilderLoader;
import org.apache.camel.support.service.ServiceSupport;
import org.jspecify.annotations.Nullable;

/**
 * Reads routes in XML with the parser that is part of Camel's core, so that no other loader is
 * needed. Its routes are checked like all other routes.
 *
 * <p>Safe for any thread once it is bound.
 */
public final class XmlRoutesLoader extends ServiceSupport implements RoutesBuilderLoader {

  private static final String ENDING = "xml";

  private @Nullable CamelContext context;

  /** Makes {@code context} read XML files with such a loader. */
  public static void in(CamelContext context) {
    context.getRegistry().bind("routes-builder-loader-" + ENDING, new XmlRoutesLoader());
  }

  @Override
  public String getSupportedExtension() {
    return ENDING;
  }

  /**
   * The routes of {@code file}.
   *
   * @throws org.semel.SemelException if it is not an XML file of routes
   */
  @Override
  public RoutesBuilder loadRoutesBuilder(Resource file) {
    return XmlRoutes.of(file);
  }

  @Override
  public @Nullable CamelContext getCamelContext() {
    return context;
  }

  @Override
  public void setCamelContext(@Nullable CamelContext context) {
    this.context = context;
  }
}
