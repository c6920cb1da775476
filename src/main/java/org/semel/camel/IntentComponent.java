// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultComponent;

/**
 * {@code intent:destination}: as a producer, records an external effect in the caller's
 * transaction; as a consumer, relays it.
 */
@Component("intent")
public class IntentComponent extends DefaultComponent {

  @Override
  protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
      throws Exception {
    Engine engine = CamelContextHelper.mandatoryFindSingleByType(getCamelContext(), Engine.class);
    IntentEndpoint endpoint = new IntentEndpoint(uri, this, engine);
    endpoint.setDestination(remaining);
    setProperties(endpoint, parameters);
    engine.declare(endpoint);
    return endpoint;
  }
}
