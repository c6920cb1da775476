// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import org.apache.camel.Category;
import org.apache.camel.Component;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;
import org.jspecify.annotations.NullUnmarked;

/**
 * Receive each JMS message once, in one transaction with what the route writes. The policy of the
 * consumer says how it receives.
 */
@NullUnmarked // Camel sets the fields after construction
@UriEndpoint(
    firstVersion = "0.1.0",
    scheme = "inbox",
    title = "Inbox",
    syntax = "inbox:name",
    consumerOnly = true,
    category = {Category.MESSAGING})
public class InboxEndpoint extends DefaultEndpoint {

  private final Engine engine;

  @UriPath
  @Metadata(
      required = true,
      description = "Name of the consumer; it scopes every identity and names the policy")
  private String name;

  public InboxEndpoint(String uri, Component component, Engine engine) {
    super(uri, component);
    this.engine = engine;
  }

  @Override
  public Consumer createConsumer(Processor processor) throws Exception {
    Consumer consumer = engine.consumer(this, processor);
    configureConsumer(consumer);
    return consumer;
  }

  @Override
  public Producer createProducer() {
    throw new UnsupportedOperationException(
        "inbox:"
            + name
            + " only receives; send to the broker's queue, or record an intent with intent:");
  }

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }
}
