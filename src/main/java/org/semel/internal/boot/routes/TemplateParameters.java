// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.routes;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spi.PropertiesComponent;

/**
 * Fills the parameters of a template into the routes that were made of it, so that they are read
 * and checked like any other route. Camel itself replaces them only when it starts the route.
 *
 * @see <a href="https://camel.apache.org/manual/route-template.html">Camel: route templates</a>
 */
public final class TemplateParameters {

  private static final String MODEL = "org.apache.camel.model.";
  private static final String PLACEHOLDER = "{{";

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final UnaryOperator<String> resolve;

  private TemplateParameters(UnaryOperator<String> resolve) {
    this.resolve = resolve;
  }

  /**
   * Fills them into all routes of a context that has not started.
   *
   * @param resolve replaces property placeholders by what {@code context} knows; leaves what it
   *     does not
   */
  public static void fill(ModelCamelContext context, UnaryOperator<String> resolve) {
    for (RouteDefinition route : context.getRouteDefinitions()) {
      Map<String, Object> parameters = route.getTemplateParameters();
      if (parameters != null) {
        fill(context.getPropertiesComponent(), parameters, route, resolve);
      }
    }
  }

  private static void fill(
      PropertiesComponent placeholders,
      Map<String, Object> parameters,
      RouteDefinition route,
      UnaryOperator<String> resolve) {
    Properties local = new Properties();
    parameters.forEach((name, value) -> local.setProperty(name, String.valueOf(value)));
    placeholders.setLocalProperties(local);
    try {
      new TemplateParameters(resolve).visit(route);
    } finally {
      placeholders.setLocalProperties(null);
    }
  }

  /** The model's classes have an option in each of a hundred fields, and no list of them. */
  private void visit(Object part) {
    if (!seen.add(part)) {
      return;
    }
    for (Class<?> type = part.getClass();
        type.getName().startsWith(MODEL);
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          fill(part, field);
        }
      }
    }
  }

  private void fill(Object part, Field field) {
    try {
      field.setAccessible(true);
      Object value = field.get(part);
      if (value instanceof String text && text.contains(PLACEHOLDER)) {
        field.set(part, resolve.apply(text));
      } else if (value instanceof Collection<?> parts) {
        parts.stream().filter(TemplateParameters::isOfModel).forEach(this::visit);
      } else if (value != null && isOfModel(value)) {
        visit(value);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("The option " + field + " of a route cannot be read", e);
    }
  }

  private static boolean isOfModel(Object value) {
    return value.getClass().getName().startsWith(MODEL) && !value.getClass().isEnum();
  }
}
