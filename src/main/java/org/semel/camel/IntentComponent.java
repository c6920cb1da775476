// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultComponent;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.intent.Destination;
import org.semel.internal.intent.Intent;

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
    if (endpoint.getName() != null) {
      engine().named(new Destination(remaining), checked(endpoint.getName(), uri));
    }
    return endpoint;
  }

  private static String checked(String name, String uri) {
    if (!Intent.Address.isName(name)) {
      throw new SemelException(
          Code.INTENT_NAME_INVALID,
          "'"
              + name
              + "' is no name for an intent ("
              + uri
              + "): 1 to 64 letters, digits, dots, hyphens or underscores. Several of one name in one"
              + " effect are numbered.");
    }
    return name;
  }

  private Engine engine() {
    return CamelContextHelper.mandatoryFindSingleByType(getCamelContext(), Engine.class);
  }
}
