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
 * an effect of the current message, for operators who look up its identity. No consumer can be
 * called {@code step} or {@code effect}.
 */
@Component("inbox")
public class InboxComponent extends DefaultComponent {

  @Override
  protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
      throws Exception {
    if (remaining.equals("step")) {
      return new StepEndpoint(uri, this, name(uri, parameters));
    }
    if (remaining.equals("effect")) {
      return new EffectEndpoint(uri, this, engine(), name(uri, parameters));
    }
    InboxEndpoint endpoint = new InboxEndpoint(uri, this, engine());
    endpoint.setName(remaining);
    setProperties(endpoint, parameters);
    return endpoint;
  }

  private static String name(String uri, Map<String, Object> parameters) {
    if (parameters.remove("name") instanceof String name && !name.isBlank()) {
      return name;
    }
    throw CommandRules.refused(uri, "is a command and needs a name");
  }

  private Engine engine() {
    return CamelContextHelper.mandatoryFindSingleByType(getCamelContext(), Engine.class);
  }
}
