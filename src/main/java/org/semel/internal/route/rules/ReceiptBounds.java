// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.rules;

import org.apache.camel.Exchange;
import org.apache.camel.Route;
import org.apache.camel.support.RoutePolicySupport;
import org.semel.internal.route.exchange.Bounds;
import org.semel.internal.route.exchange.Exchanges;

/**
 * Binds what a route receives in a transaction of the server to the thread of its receipt, whether
 * it is {@code transacted} or not: the transaction is there before the route begins.
 */
final class ReceiptBounds extends RoutePolicySupport {

  @Override
  public void onExchangeBegin(Route route, Exchange exchange) {
    Exchanges.bind(exchange, Bounds.THREAD);
  }
}
