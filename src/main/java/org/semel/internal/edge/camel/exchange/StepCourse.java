// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.exchange;

import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.SafeCopyProperty;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.receive.claim.RouteProgress;

/**
 * Present where a route may stop at a step. A route that removes properties cannot remove it.
 *
 * @param skippingTo name of the step up to which the route skips everything, if it resumes
 * @param stopped where it stopped, if it did
 */
record StepCourse(@Nullable String skippingTo, @Nullable RouteProgress stopped)
    implements SafeCopyProperty {

  static final StepCourse FREE = new StepCourse(null, null);

  private static final String NAME = "SemelSteps";

  @Override
  public SafeCopyProperty safeCopy() {
    return this;
  }

  static Optional<StepCourse> of(Exchange exchange) {
    return Optional.ofNullable(
        exchange.getExchangeExtension().getSafeCopyProperty(NAME, StepCourse.class));
  }

  void attach(Exchange exchange) {
    exchange.getExchangeExtension().setSafeCopyProperty(NAME, this);
  }
}
