// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route;

import org.apache.camel.Processor;
import org.apache.camel.Suspendable;
import org.apache.camel.support.DefaultConsumer;
import org.semel.camel.IntentEndpoint;
import org.semel.internal.intent.Destination;
import org.semel.internal.route.provider.RouteInquiry;

/**
 * The beginning of a query route: takes nothing by itself, and is asked when an outcome is unknown.
 * Known from its creation on, before any relay starts; a route that is stopped is still known, and
 * cannot say.
 */
final class QueryConsumer extends DefaultConsumer implements Suspendable {

  QueryConsumer(IntentEndpoint endpoint, Processor processor, IntentEngine engine) {
    super(endpoint, processor);
    Destination destination = new Destination(endpoint.getDestination());
    String reference = engine.policy(destination).contract().reference();
    engine.inquiries().declare(destination, new RouteInquiry(this, reference));
  }
}
