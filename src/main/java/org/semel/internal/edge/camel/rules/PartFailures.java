// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.SafeCopyProperty;
import org.apache.camel.model.MulticastDefinition;
import org.apache.camel.model.SplitDefinition;
import org.apache.camel.spi.InterceptStrategy;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.camel.exchange.AroundStep;
import org.semel.internal.edge.camel.exchange.Bounds;
import org.semel.internal.edge.camel.exchange.Exchanges;
import org.semel.internal.edge.camel.exchange.RouteRolledBack;

/**
 * A split or a multicast in a transaction fails if one of its parts failed, whatever an aggregation
 * strategy makes of it. A failure that is caught inside the part, or around the whole, does not
 * count; a mark to roll back does.
 */
final class PartFailures implements InterceptStrategy {

  /** Shared by the parts: the first failure. */
  private static final String PART = "SemelFailedPart";

  /** A part that removes properties cannot remove it. */
  private record First(AtomicReference<Throwable> failure) implements SafeCopyProperty {

    @Override
    public SafeCopyProperty safeCopy() {
      return this;
    }
  }

  @Override
  public Processor wrapProcessorInInterceptors(
      CamelContext context,
      NamedNode definition,
      Processor target,
      @Nullable Processor nextTarget) {
    Processor watched = divides(definition) ? new AroundStep(target, PartFailures::whole) : target;
    return divides(definition.getParent())
        ? new AroundStep(watched, exchange -> () -> note(exchange))
        : watched;
  }

  private static boolean divides(@Nullable NamedNode node) {
    return node instanceof SplitDefinition || node instanceof MulticastDefinition;
  }

  /**
   * The place for the first failure of the parts. For an exchange that is no part it is one that
   * nothing reads.
   */
  private static First first(Exchange exchange) {
    First first = exchange.getExchangeExtension().getSafeCopyProperty(PART, First.class);
    return first == null ? new First(new AtomicReference<>()) : first;
  }

  private static void set(Exchange exchange, First first) {
    exchange.getExchangeExtension().setSafeCopyProperty(PART, first);
  }

  private static void note(Exchange exchange) {
    boolean marked = exchange.isRollbackOnly() || exchange.isRollbackOnlyLast();
    Throwable failure =
        exchange.getException() == null && marked ? new RouteRolledBack() : exchange.getException();
    if (failure != null) {
      first(exchange).failure.compareAndSet(null, failure);
    }
  }

  private static Runnable whole(Exchange exchange) {
    if (Exchanges.bounds(exchange).filter(bounds -> bounds != Bounds.THREAD).isEmpty()) {
      return AroundStep.NOTHING;
    }
    First outer = first(exchange);
    First first = new First(new AtomicReference<>());
    set(exchange, first);
    return () -> {
      set(exchange, outer);
      fail(exchange, first.failure.get());
    };
  }

  /** Fails the exchange with the failure of the part, so that the policy can classify it. */
  private static void fail(Exchange exchange, @Nullable Throwable part) {
    if (part != null && exchange.getException() == null) {
      exchange.setException(part);
    }
  }
}
