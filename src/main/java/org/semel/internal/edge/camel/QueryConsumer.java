// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel;

import org.apache.camel.Processor;
import org.apache.camel.Suspendable;
import org.apache.camel.support.DefaultConsumer;
import org.semel.camel.IntentEndpoint;
import org.semel.internal.edge.camel.provider.RouteInquiry;
import org.semel.internal.engine.send.Destination;

/**
 * The beginning of a query route: takes nothing by itself; the relay asks it when an outcome is
 * unknown. It is declared when it is created, before any relay starts. A query route that is
 * stopped stays declared, and cannot say.
 */
final class QueryConsumer extends DefaultConsumer implements Suspendable {

  QueryConsumer(
      IntentEndpoint endpoint, Processor processor, Destination destination, IntentEngine engine) {
    super(endpoint, processor);
    String reference = engine.policy(destination).contract().reference();
    engine.inquiries().declare(destination, new RouteInquiry(this, reference));
  }
}
