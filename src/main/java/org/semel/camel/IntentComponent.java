// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultComponent;
import org.semel.intent.Destination;

/**
 * {@code intent:destination}: as a producer, records an external effect in the caller's
 * transaction; as a consumer, relays it.
 */
@Component("intent")
public class IntentComponent extends DefaultComponent {

  @Override
  protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
      throws Exception {
    IntentEndpoint endpoint = new IntentEndpoint(uri, this, engine());
    endpoint.setDestination(new Destination(remaining).name());
    setProperties(endpoint, parameters);
    return endpoint;
  }

  private Engine engine() {
    return CamelContextHelper.mandatoryFindSingleByType(getCamelContext(), Engine.class);
  }
}
