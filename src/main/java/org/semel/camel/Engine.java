// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import java.util.Optional;
import javax.sql.DataSource;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Processor;
import org.apache.camel.Producer;

/**
 * The engine behind {@code inbox:} and {@code intent:}. Semel binds its engine in Camel's registry
 * before the routes start; the components find it there by this type. An application does not
 * implement it.
 */
public interface Engine {

  /** Receives for {@code from("inbox:name")}; not started. */
  Consumer consumer(InboxEndpoint endpoint, Processor processor);

  /**
   * The endpoint of a command, {@code inbox:step} or {@code inbox:effect}.
   *
   * @param command the path of {@code uri}
   * @param name the option {@code name}, empty if the URI has none
   * @throws org.semel.SemelException if the command needs a name and has none
   */
  Endpoint command(InboxComponent component, String uri, String command, Optional<String> name);

  /**
   * Checks and remembers what an {@code intent:} endpoint names, before any route uses it.
   *
   * @throws org.semel.SemelException if the intent's name is not valid
   * @throws IllegalArgumentException if the destination's name is not valid
   */
  void declare(IntentEndpoint endpoint);

  /** Records an intent for each exchange, in the caller's transaction. */
  Producer producer(IntentEndpoint endpoint);

  /**
   * Delivers recorded intents through the route, or, for a query route, asks what became of them;
   * not started.
   */
  Consumer consumer(IntentEndpoint endpoint, Processor processor);

  /**
   * Checks that a transaction gives out the session in which Semel claims through this data source,
   * too.
   *
   * @param consumer whose repository has the data source
   * @throws org.semel.SemelException if it gives out another one
   * @throws RuntimeException if the database cannot be asked now
   */
  void claimsThrough(DataSource dataSource, String consumer);
}
