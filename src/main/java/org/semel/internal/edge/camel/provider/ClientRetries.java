// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import java.util.Objects;
import org.apache.camel.CamelContext;
import org.apache.camel.Component;
import org.apache.camel.spi.PropertyConfigurer;
import org.apache.camel.spi.PropertyConfigurerGetter;
import org.apache.camel.support.LifecycleStrategySupport;

/**
 * Switches off the retries of Camel's HTTP client: at status 429 and 503 it would wait for as long
 * as the provider asks and send the same request again, within one delivery. The relay alone
 * retries (design, rule 19).
 */
public final class ClientRetries extends LifecycleStrategySupport {

  private static final String OFF = "automaticRetriesDisabled";

  private final CamelContext context;

  private ClientRetries(CamelContext context) {
    this.context = context;
  }

  /** Applies to all components of {@code context} that have such a client, now or later. */
  public static void off(CamelContext context) {
    ClientRetries retries = new ClientRetries(context);
    context.addLifecycleStrategy(retries);
    for (String name : context.getComponentNames()) {
      retries.onComponentAdd(name, Objects.requireNonNull(context.hasComponent(name), name));
    }
  }

  @Override
  public void onComponentAdd(String name, Component component) {
    PropertyConfigurer options = component.getComponentPropertyConfigurer();
    if (options instanceof PropertyConfigurerGetter known
        && known.getOptionType(OFF, false) != null) {
      options.configure(context, component, OFF, true, false);
    }
  }
}
