// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.rules;

import org.apache.camel.Exchange;
import org.apache.camel.Route;
import org.apache.camel.support.RoutePolicySupport;
import org.semel.internal.route.exchange.Bounds;
import org.semel.internal.route.exchange.Exchanges;

/**
 * Binds the exchanges of a route that receives in a transaction of the server to their thread,
 * whether the route is {@code transacted} or not: the transaction began before the route.
 */
final class ReceiptBounds extends RoutePolicySupport {

  @Override
  public void onExchangeBegin(Route route, Exchange exchange) {
    Exchanges.bind(exchange, Bounds.THREAD);
  }
}
