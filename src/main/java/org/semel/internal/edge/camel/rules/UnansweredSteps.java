// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.function.Predicate;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.EndpointAware;
import org.apache.camel.ExchangePattern;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.model.ToDefinition;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.EndpointHelper;
import org.jspecify.annotations.Nullable;
import org.semel.Code;
import org.semel.SemelException;

/**
 * Refuses a step that asks for an answer where no one waits for one: its route would go on with the
 * question as if it were the answer. A step that says so does not start; what an exchange asks is
 * refused when it is sent.
 */
final class UnansweredSteps implements InterceptStrategy {

  private final Predicate<Endpoint> unanswered;

  /**
   * Looks at each step.
   *
   * @param unanswered of which endpoints no one waits for an answer
   */
  UnansweredSteps(Predicate<Endpoint> unanswered) {
    this.unanswered = unanswered;
  }

  @Override
  public Processor wrapProcessorInInterceptors(
      CamelContext context,
      NamedNode definition,
      Processor target,
      @Nullable Processor nextTarget) {
    if (definition instanceof ToDefinition step
        && (nextTarget == null ? target : nextTarget) instanceof EndpointAware sends
        && asks(context, step, sends.getEndpoint())
        && unanswered.test(sends.getEndpoint())) {
      throw refused(sends.getEndpoint());
    }
    return target;
  }

  /**
   * Whether the step asks for an answer. The endpoint's own pattern goes before the step's, as in
   * Camel.
   */
  private static boolean asks(CamelContext context, ToDefinition step, Endpoint endpoint) {
    ExchangePattern said = EndpointHelper.resolveExchangePatternFromUrl(endpoint.getEndpointUri());
    ExchangePattern pattern =
        said == null
            ? CamelContextHelper.parse(context, ExchangePattern.class, step.getPattern())
            : said;
    return pattern != null && pattern.isOutCapable();
  }

  static SemelException refused(Endpoint endpoint) {
    return new SemelException(
        Code.REPLY_REFUSED,
        "A step asks "
            + endpoint
            + " for an answer (InOut), and Semel's own jms: component waits for none; nothing is"
            + " sent. If no answer is needed, send with the pattern InOnly. Else register a JMS"
            + " component of the application's own under another name, and ask by that.");
  }
}
