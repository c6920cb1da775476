// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.rules;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.model.ProcessorDefinition;

/**
 * Every kind of step that this Camel has, and what is thought of it inside a transaction. A kind
 * that nobody has thought about is refused.
 */
final class StepKinds {

  /** They work on the exchange, or hand it to code of the application. */
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

  /** Looked at more closely: by where they send, how they are set up, or what they lead to. */
  private static final Set<String> JUDGED =
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
          "hands work on to an agent, which a roll-back does not call back (a2a)",
          "OnCompletion",
          "does what may fail, unseen, before the transaction commits (onCompletion)",
          "Sampling",
          "drops messages by the clock, so that one that comes again may be dropped (sample)",
          "Saga",
          "leaves its outcome to a coordinator that the transaction does not know (saga)",
          "Pausable",
          "keeps a state that a roll-back does not undo (pausable)",
          "Resumable",
          "keeps a state that a roll-back does not undo (resumable)",
          "AdviceWith",
          "is advised for a test (adviceWith)");

  private StepKinds() {}

  /** Why a step of this kind is refused, as the end of a sentence about the route. */
  static Optional<String> breach(ProcessorDefinition<?> step) {
    String kind = kind(step.getClass());
    if (HARMLESS.contains(kind) || JUDGED.contains(kind)) {
      return Optional.empty();
    }
    return Optional.of(
        REFUSED.getOrDefault(
            kind, "has a step of a kind that Semel does not know (" + step.getShortName() + ")"));
  }

  /** Whether somebody has decided what becomes of steps of this kind. */
  static boolean isKnown(Class<?> definition) {
    String kind = kind(definition);
    return HARMLESS.contains(kind) || JUDGED.contains(kind) || REFUSED.containsKey(kind);
  }

  private static String kind(Class<?> definition) {
    return definition.getSimpleName().replaceFirst("Definition$", "");
  }
}
