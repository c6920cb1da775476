// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultComponent;

/**
 * {@code inbox:name}: receives each message once, in one transaction with what the route writes.
 * {@code inbox:step?name=…}: a recovery point in such a route. {@code inbox:effect?name=…}: names
 * an effect of the message in hand, for those who look its identity up.
 */
@Component("inbox")
public class InboxComponent extends DefaultComponent {

  @Override
  protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
      throws Exception {
    if (remaining.equals("step") && parameters.get("name") instanceof String step) {
      parameters.remove("name");
      return new StepEndpoint(uri, this, step);
    }
    if (remaining.equals("effect") && parameters.get("name") instanceof String effect) {
      parameters.remove("name");
      return new EffectEndpoint(uri, this, engine(), effect);
    }
    InboxEndpoint endpoint = new InboxEndpoint(uri, this, engine());
    endpoint.setName(remaining);
    setProperties(endpoint, parameters);
    return endpoint;
  }

  private Engine engine() {
    return CamelContextHelper.mandatoryFindSingleByType(getCamelContext(), Engine.class);
  }
}
