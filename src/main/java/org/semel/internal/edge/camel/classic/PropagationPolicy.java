// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.classic;

import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.Route;
import org.apache.camel.spi.TransactedPolicy;
import org.apache.camel.spi.UnitOfWork;
import org.jspecify.annotations.Nullable;
import org.semel.SemelException;
import org.semel.internal.edge.camel.exchange.Bounds;
import org.semel.internal.edge.camel.exchange.Exchanges;
import org.semel.internal.engine.tx.Propagation;
import org.semel.internal.engine.tx.Propagations;
import org.semel.internal.engine.tx.Propagations.Vote;

/**
 * The policy that {@code transacted("PROPAGATION_…")} finds: runs the rest of the route in a
 * transaction of the server, synchronously, on the calling thread. Rolls back if the exchange comes
 * back with an exception, marked rollback-only, or marked rollback-only-last; in the last case an
 * outer transaction goes on. A refusal of Semel's rolls it back, whatever the route makes of that.
 *
 * @see <a
 *     href="https://www.enterpriseintegrationpatterns.com/patterns/messaging/TransactionalClient.html">Transactional
 *     Client</a>
 * @see <a href="https://camel.apache.org/components/4.18.x/eips/transactional-client.html">Camel:
 *     Transactional Client</a>
 */
public final class PropagationPolicy implements TransactedPolicy {

  private final Propagation propagation;
  private final Propagations propagations;

  public PropagationPolicy(Propagation propagation, Propagations propagations) {
    this.propagation = propagation;
    this.propagations = propagations;
  }

  /** The name under which routes refer to it, as they know it from Spring. */
  public static String name(Propagation propagation) {
    return "PROPAGATION_" + propagation.name();
  }

  public static boolean isNamed(@Nullable String ref) {
    return ref != null && ref.replaceFirst("^#(bean:)?", "").startsWith("PROPAGATION_");
  }

  /** Whether what is done under the policy of this name is not undone with the caller's work. */
  public static boolean isApart(@Nullable String ref) {
    return ref != null
        && isNamed(ref)
        && (ref.endsWith("_REQUIRES_NEW") || ref.endsWith("_NOT_SUPPORTED"));
  }

  @Override
  public void beforeWrap(Route route, NamedNode definition) {}

  @Override
  public Processor wrap(Route route, Processor processor) {
    return exchange -> process(exchange, processor);
  }

  private void process(Exchange exchange, Processor processor) {
    Optional<Bounds> outer = Exchanges.bounds(exchange);
    boolean marked = Exchanges.isMarked(exchange);
    boolean first = outer.filter(Bounds::areOfATransaction).isEmpty();
    if (first) {
      Exchanges.bind(exchange, Bounds.THREAD);
    }
    try {
      propagations.run(propagation, () -> step(exchange, processor, marked));
    } catch (RuntimeException e) {
      exchange.setException(e);
    }
    Optional<SemelException> refusal = Exchanges.refusal(exchange);
    if (first) {
      outer.ifPresentOrElse(
          bounds -> Exchanges.bind(exchange, bounds), () -> Exchanges.unbind(exchange));
    }
    if (exchange.isRollbackOnlyLast()) {
      exchange.setRollbackOnlyLast(false);
      Exchanges.mark(exchange, marked); // of its own transaction only
      exchange.setException(null);
    }
    refusal.ifPresent(exchange::setException);
  }

  private Vote step(Exchange exchange, Processor processor, boolean marked) {
    UnitOfWork unit = exchange.getUnitOfWork();
    if (unit != null) {
      unit.beginTransactedBy(this);
    }
    try {
      processor.process(exchange);
    } catch (Exception e) {
      exchange.setException(e);
    } finally {
      if (unit != null) {
        unit.endTransactedBy(this);
      }
    }
    boolean failed =
        Exchanges.failure(exchange).isPresent() || (!marked && Exchanges.isMarked(exchange));
    return failed ? Vote.ROLLBACK : Vote.COMMIT;
  }
}
