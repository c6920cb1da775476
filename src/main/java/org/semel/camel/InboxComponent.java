// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

  private static final Set<String> COMMANDS = Set.of("step", "effect");

  @Override
  protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
      throws Exception {
    if (COMMANDS.contains(remaining)) {
      Optional<String> name = Optional.ofNullable(parameters.remove("name")).map(String::valueOf);
      return engine().command(this, uri, remaining, name);
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
