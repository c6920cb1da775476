// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.model;

import java.util.Collection;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.model.RouteDefinition;

/** The steps of a route. */
public final class RouteSteps {

  private RouteSteps() {}

  /** All steps of this kind, however deep they lie in the route. */
  public static <T extends ProcessorDefinition<?>> Collection<T> of(
      RouteDefinition route, Class<T> kind) {
    return ProcessorDefinitionHelper.filterTypeInOutputs(route.getOutputs(), kind);
  }
}
