// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.camel.model.DynamicRouterDefinition;
import org.apache.camel.model.EnrichDefinition;
import org.apache.camel.model.LoopDefinition;
import org.apache.camel.model.PollEnrichDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RecipientListDefinition;
import org.apache.camel.model.RoutingSlipDefinition;
import org.apache.camel.model.SplitDefinition;
import org.apache.camel.model.ToDynamicDefinition;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.camel.model.Targets;

/**
 * Options by which a step ends well and leaves something of its message undone, now or when the
 * message comes again.
 */
final class LeftoverRules {

  private static final Pattern NOT_THERE =
      Pattern.compile("(?i).*[?&]failIfNoConsumers=false(&.*)?");

  private LeftoverRules() {}

  /**
   * Why this step is refused, as the end of a sentence about the route.
   *
   * @param resolve replaces property placeholders
   */
  static Optional<String> breach(ProcessorDefinition<?> step, UnaryOperator<String> resolve) {
    return undone(step, resolve).or(() -> passedOver(step, resolve));
  }

  /** The same, for one that may leave out a part of its message. */
  static Optional<String> undone(ProcessorDefinition<?> step, UnaryOperator<String> resolve) {
    if (step instanceof LoopDefinition loop && isTrue(loop.getBreakOnShutdown(), resolve)) {
      return Optional.of("leaves rounds undone when it is stopped (loop breakOnShutdown)");
    }
    return step instanceof SplitDefinition split && hasWatermark(split)
        ? Optional.of("keeps a mark that a rollback does not undo (split watermarkKey)")
        : Optional.empty();
  }

  /** The same, for one that may pass over an address at which there is no endpoint, or no route. */
  static Optional<String> passedOver(ProcessorDefinition<?> step, UnaryOperator<String> resolve) {
    if (isTrue(ignoresInvalid(step), resolve)) {
      return passedOver(step, "ignoreInvalidEndpoint");
    }
    return Targets.of(step, resolve).anyMatch(uri -> NOT_THERE.matcher(uri).matches())
        ? passedOver(step, "failIfNoConsumers")
        : Optional.empty();
  }

  private static Optional<String> passedOver(ProcessorDefinition<?> step, String option) {
    return Optional.of(
        "passes over an endpoint that there is not (%s %s)".formatted(step.getShortName(), option));
  }

  private static boolean isTrue(@Nullable String option, UnaryOperator<String> resolve) {
    return option != null && Boolean.parseBoolean(resolve.apply(option));
  }

  private static @Nullable String ignoresInvalid(ProcessorDefinition<?> step) {
    if (step instanceof ToDynamicDefinition dynamic) {
      return dynamic.getIgnoreInvalidEndpoint();
    } else if (step instanceof RecipientListDefinition<?> list) {
      return list.getIgnoreInvalidEndpoints();
    } else if (step instanceof RoutingSlipDefinition<?> slip) {
      return slip.getIgnoreInvalidEndpoints();
    } else if (step instanceof DynamicRouterDefinition<?> router) {
      return router.getIgnoreInvalidEndpoints();
    } else if (step instanceof EnrichDefinition enrich) {
      return enrich.getIgnoreInvalidEndpoint();
    }
    return step instanceof PollEnrichDefinition enrich ? enrich.getIgnoreInvalidEndpoint() : null;
  }

  /** Not every Camel has it. */
  private static boolean hasWatermark(SplitDefinition split) {
    try {
      return SplitDefinition.class.getMethod("getWatermarkKey").invoke(split) != null;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
