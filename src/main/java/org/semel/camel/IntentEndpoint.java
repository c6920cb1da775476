// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import org.apache.camel.Category;
import org.apache.camel.Component;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;
import org.jspecify.annotations.NullUnmarked;
import org.semel.Code;
import org.semel.SemelException;

/**
 * Record an external effect in the caller's transaction, and relay it later under a stable
 * idempotency key. The policy of the destination says how it is relayed.
 */
@NullUnmarked // Camel sets the fields after construction
@UriEndpoint(
    firstVersion = "0.1.0",
    scheme = "intent",
    title = "Intent",
    syntax = "intent:destination",
    category = {Category.MESSAGING})
public class IntentEndpoint extends DefaultEndpoint {

  private final Engine engine;

  @UriPath
  @Metadata(required = true, description = "Where the effect is to happen; names the policy")
  private String destination;

  @UriParam(label = "producer")
  @Metadata(
      description =
          "Simple expression for the identity whose effect this is, in a route that has none of its own: neither inbox: nor an"
              + " idempotent consumer over semel:")
  private String identity;

  @UriParam(label = "producer")
  @Metadata(
      description =
          "What the route calls this intent: a part of its key, instead of its place among the message's intents to this"
              + " destination, so that a route that is changed neither sends it again nor suppresses another. 1 to 64 letters,"
              + " digits, dots, hyphens or underscores; several of one name in one effect are numbered")
  private String name;

  @UriParam(label = "consumer")
  @Metadata(
      description =
          "Whether the route is asked what became of an intent whose outcome is unknown, instead of delivering it. It gets the"
              + " header Idempotency-Key, must change nothing, and answers with the header SemelFinding (accepted, not-known"
              + " or cannot-say) or an HTTP status (2xx, 404 or 410, any other)")
  private boolean query;

  public IntentEndpoint(String uri, Component component, Engine engine) {
    super(uri, component);
    this.engine = engine;
  }

  @Override
  public Producer createProducer() {
    return engine.producer(this);
  }

  @Override
  public Consumer createConsumer(Processor processor) throws Exception {
    if (name != null) {
      throw new SemelException(
          Code.INTENT_NAME_INVALID,
          "An intent gets its name where it is recorded, and not where it is delivered: remove name="
              + name
              + " in from(\"intent:"
              + destination
              + "...\").");
    }
    Consumer consumer = engine.consumer(this, processor);
    configureConsumer(consumer);
    return consumer;
  }

  public String getDestination() {
    return destination;
  }

  public void setDestination(String destination) {
    this.destination = destination;
  }

  public boolean isQuery() {
    return query;
  }

  public void setQuery(boolean query) {
    this.query = query;
  }

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public String getIdentity() {
    return identity;
  }

  public void setIdentity(String identity) {
    this.identity = identity;
  }
}
