// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Route;
import org.apache.camel.support.RoutePolicySupport;
import org.semel.internal.edge.camel.exchange.Bounds;
import org.semel.internal.edge.camel.exchange.Exchanges;

/**
 * Binds the exchanges of a route that receives in a transaction of the server to their thread,
 * whether the route is {@code transacted} or not: the transaction began before the route. Camel,
 * which does not know of it, would go on elsewhere after a delay, or behind a step that answers
 * later; and would have no one to tell that the last transaction is to roll back.
 */
final class ReceiptBounds extends RoutePolicySupport {

  @Override
  public void onExchangeBegin(Route route, Exchange exchange) {
    Exchanges.bind(exchange, Bounds.THREAD);
    Optional.ofNullable(exchange.getUnitOfWork()).ifPresent(unit -> unit.beginTransactedBy(this));
  }

  /**
   * Camel's listener looks for the one mark only: it would commit what bears the other, and what
   * was refused to a route that hides failures.
   */
  @Override
  public void onExchangeDone(Route route, Exchange exchange) {
    if (exchange.isRollbackOnlyLast()) {
      exchange.setRollbackOnly(true);
    }
    Exchanges.refusal(exchange).ifPresent(exchange::setException);
  }
}
