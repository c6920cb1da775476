// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.exchange;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.NoTypeConversionAvailableException;
import org.apache.camel.util.ObjectHelper;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.message.Body;
import org.semel.message.Headers;

/**
 * The recovery points of an exchange. Behind a step the route goes on in another transaction with
 * another exchange, which has exactly what was stored: the body, headers, properties and variables
 * of simple types, and the numbers of the intents so far, from which their keys are made. An
 * exchange that cannot be stored is refused, because a route must behave the same with and without
 * a crash.
 */
public final class ExchangeSteps {

  private static final String HEADER = "h.";
  private static final String PROPERTY = "p.";
  private static final String VARIABLE = "v.";
  private static final String ORDINAL = "o.";

  private ExchangeSteps() {}

  public static void allow(Exchange exchange) {
    StepCourse.FREE.attach(exchange);
  }

  public static boolean allowed(Exchange exchange) {
    return StepCourse.of(exchange).isPresent();
  }

  public static boolean skipping(Exchange exchange) {
    return StepCourse.of(exchange).map(StepCourse::skippingTo).isPresent();
  }

  /** The route reaches a step; behind the one that it resumes from, it no longer skips. */
  public static void passed(Exchange exchange, String step) {
    if (StepCourse.of(exchange).map(StepCourse::skippingTo).filter(step::equals).isPresent()) {
      StepCourse.FREE.attach(exchange);
    }
  }

  public static void stop(Exchange exchange, String step) {
    RouteProgress stopped = new RouteProgress(step, body(exchange, step), context(exchange, step));
    new StepCourse(null, stopped).attach(exchange);
    exchange.setRouteStop(true);
  }

  public static Optional<RouteProgress> stopped(Exchange exchange) {
    return StepCourse.of(exchange).map(StepCourse::stopped);
  }

  /** Restores what the step stored, and lets the route skip everything up to the step. */
  public static void resume(Exchange exchange, RouteProgress progress) throws IOException {
    new StepCourse(progress.step(), null).attach(exchange);
    Exchanges.fill(exchange, progress.body(), Headers.none());
    progress
        .context()
        .forEach(
            (name, value) -> {
              String plain = name.substring(HEADER.length());
              switch (name.substring(0, HEADER.length())) {
                case HEADER -> exchange.getMessage().setHeader(plain, value);
                case PROPERTY -> exchange.setProperty(plain, value);
                case VARIABLE -> exchange.setVariable(plain, value);
                default -> Exchanges.ordinal(exchange, plain, ((Number) value).intValue());
              }
            });
  }

  private static Body body(Exchange exchange, String step) {
    try {
      return Exchanges.body(exchange);
    } catch (NoTypeConversionAvailableException e) {
      throw refused(
          exchange,
          step,
          "the body is a " + ObjectHelper.className(exchange.getMessage().getBody()),
          "marshal it before the step");
    } catch (CharacterCodingException e) {
      throw refused(
          exchange,
          step,
          "the body is a text with half of a surrogate pair",
          "set a whole text before it");
    }
  }

  private static Headers context(Exchange exchange, String step) {
    Map<String, Object> context = new LinkedHashMap<>();
    add(exchange, context, HEADER, exchange.getMessage().getHeaders(), step);
    add(exchange, context, PROPERTY, exchange.getProperties(), step);
    if (exchange.hasVariables()) {
      add(exchange, context, VARIABLE, exchange.getVariables(), step);
    }
    Exchanges.ordinals(exchange)
        .forEach((destination, next) -> context.put(ORDINAL + destination, next));
    return Headers.of(context);
  }

  private static void add(
      Exchange exchange,
      Map<String, Object> context,
      String kind,
      Map<String, Object> values,
      String step) {
    values.forEach(
        (name, value) -> {
          if (kind.equals(PROPERTY) && (name.startsWith("Camel") || name.startsWith("Semel"))) {
            return;
          }
          if (value instanceof String || value instanceof Boolean || Exchanges.isJmsNumber(value)) {
            context.put(kind + name, value);
          } else if (value != null) {
            throw refused(
                exchange,
                step,
                name + " is a " + value.getClass().getName(),
                "remove it before the step, or make a string or a number of it");
          }
        });
  }

  private static SemelException refused(Exchange exchange, String step, String why, String remedy) {
    return Exchanges.refuse(
        exchange,
        new SemelException(
            Code.STEP_REFUSED,
            "Step "
                + step
                + " cannot be stored, because "
                + why
                + ", which cannot be restored; "
                + remedy
                + ". Everything since the last step is rolled back."));
  }
}
