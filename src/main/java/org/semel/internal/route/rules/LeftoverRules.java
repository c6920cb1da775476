// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.rules;

import java.util.Optional;
import java.util.function.Predicate;
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

/**
 * Options by which a step ends well and leaves something of its message undone, now or when the
 * message comes again.
 */
final class LeftoverRules {

  private LeftoverRules() {}

  /**
   * Why this step is refused, as the end of a sentence about the route.
   *
   * @param isTrue reads an option, which may be a placeholder
   */
  static Optional<String> breach(ProcessorDefinition<?> step, Predicate<@Nullable String> isTrue) {
    if (step instanceof LoopDefinition loop && isTrue.test(loop.getBreakOnShutdown())) {
      return Optional.of("leaves rounds undone when it is stopped (loop breakOnShutdown)");
    }
    return step instanceof SplitDefinition split && hasWatermark(split)
        ? Optional.of("keeps a mark that a rollback does not undo (split watermarkKey)")
        : passedOver(step, isTrue);
  }

  /** The same, for one that may pass over an address at which there is no endpoint. */
  static Optional<String> passedOver(
      ProcessorDefinition<?> step, Predicate<@Nullable String> isTrue) {
    return isTrue.test(ignoresInvalid(step))
        ? Optional.of(
            "passes over an endpoint that there is not (%s ignoreInvalidEndpoint)"
                .formatted(step.getShortName()))
        : Optional.empty();
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
