// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.model.ProcessorDefinition;

/**
 * Every kind of step that this Camel has, classified for transactions. An unknown kind is refused.
 */
final class StepKinds {

  /** They change the exchange, or pass it to code of the application. */
  private static final Set<String> HARMLESS =
      Set.of(
          "Bean",
          "Catch",
          "Choice",
          "ClaimCheck",
          "ConvertBody",
          "ConvertHeader",
          "ConvertVariable",
          "Delay",
          "Filter",
          "Finally",
          "Intercept",
          "InterceptFrom",
          "InterceptSendToEndpoint",
          "Log",
          "Loop",
          "Marshal",
          "Pipeline",
          "Process",
          "RemoveHeader",
          "RemoveHeaders",
          "RemoveProperties",
          "RemoveProperty",
          "RemoveVariable",
          "Rollback",
          "Route",
          "Script",
          "SetBody",
          "SetExchangePattern",
          "SetHeader",
          "SetHeaders",
          "SetProperty",
          "SetVariable",
          "SetVariables",
          "Sort",
          "Step",
          "Stop",
          "Throttle",
          "ThrowException",
          "Tokenizer",
          "TransformDataType",
          "Transform",
          "Try",
          "Unmarshal",
          "Validate");

  /** Checked by other rules: by their endpoints, their options, or the routes that they call. */
  private static final Set<String> CHECKED =
      Set.of(
          "Aggregate",
          "CircuitBreaker",
          "DynamicRouter",
          "Enrich",
          "IdempotentConsumer",
          "Kamelet",
          "LoadBalance",
          "Multicast",
          "OnException",
          "Policy",
          "Poll",
          "PollEnrich",
          "RecipientList",
          "Resequence",
          "RoutingSlip",
          "Split",
          "Threads",
          "To",
          "ToDynamic",
          "Transacted",
          "WireTap");

  private static final Map<String, String> REFUSED =
      Map.of(
          "A2ASubTask",
          "hands work on to an agent, which a rollback does not call back (a2a)",
          "OnCompletion",
          "does what may fail, unseen, before the transaction commits (onCompletion)",
          "Sampling",
          "drops messages by the clock, so that a redelivery may be dropped (sample)",
          "Saga",
          "leaves its outcome to a coordinator that the transaction does not know (saga)",
          "Pausable",
          "keeps a state that a rollback does not undo (pausable)",
          "Resumable",
          "keeps a state that a rollback does not undo (resumable)",
          "AdviceWith",
          "is advised for a test (adviceWith)");

  /** Of those, the ones by which a route ends well without an answer. */
  private static final Map<String, String> UNANSWERED =
      Map.of(
          "A2ASubTask", "hands work on to an agent (a2a)",
          "Sampling", "drops messages by the clock (sample)",
          "Saga", "leaves its outcome to a coordinator (saga)");

  private StepKinds() {}

  /**
   * The breach by a step of this kind, as the end of a sentence about the route; empty if it is not
   * refused.
   */
  static Optional<String> breach(ProcessorDefinition<?> step) {
    String kind = kind(step.getClass());
    if (HARMLESS.contains(kind) || CHECKED.contains(kind)) {
      return Optional.empty();
    }
    return Optional.of(
        REFUSED.getOrDefault(
            kind, "has a step of a kind that Semel does not know (" + step.getShortName() + ")"));
  }

  /**
   * The breach by a step of this kind in a route that delivers, as the end of such a sentence;
   * empty if it is not refused.
   */
  static Optional<String> unanswered(ProcessorDefinition<?> step) {
    return isKnown(step.getClass())
        ? Optional.ofNullable(UNANSWERED.get(kind(step.getClass())))
        : breach(step);
  }

  /** Whether a step of this kind names no endpoint, and is not refused. */
  static boolean isHarmless(ProcessorDefinition<?> step) {
    return HARMLESS.contains(kind(step.getClass()));
  }

  /** Whether this kind is classified. */
  static boolean isKnown(Class<?> definition) {
    String kind = kind(definition);
    return HARMLESS.contains(kind) || CHECKED.contains(kind) || REFUSED.containsKey(kind);
  }

  private static String kind(Class<?> definition) {
    return definition.getSimpleName().replaceFirst("Definition$", "");
  }
}
