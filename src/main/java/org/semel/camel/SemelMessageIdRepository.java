// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.Exchange;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.service.ServiceSupport;
import org.jspecify.annotations.NullUnmarked;
import org.semel.Code;
import org.semel.SemelException;

/**
 * The repository that {@code semel:<consumer>} names, as an object: it stands where an application
 * makes Camel's {@code JdbcMessageIdRepository} of a data source and a name, as a bean or in a
 * route.
 *
 * <pre>{@code
 * .idempotentConsumer(header("orderId"), new SemelMessageIdRepository(dataSource, "orders"))
 * }</pre>
 *
 * <p>It works in a Camel context in which Semel has started, and takes it from there. The data
 * source must be the one in which Semel claims ({@code semel.data-source}), as an effect that is
 * written elsewhere is not in the claim's transaction. The start asks both, in one transaction, and
 * is refused if they differ. If the database is away by then, the first claim asks.
 *
 * <p>Camel starts it with the route that has it. As a CDI bean it is produced without a normal
 * scope ({@code @Singleton}, {@code @Dependent}): a client proxy would hide from Camel what it is.
 *
 * <p>Safe for any thread.
 */
@NullUnmarked // filled by Camel, before it is used
public final class SemelMessageIdRepository extends ServiceSupport
    implements SemelIdempotentRepository, CamelContextAware {

  private final DataSource dataSource;
  private final String consumer;
  private CamelContext context;
  private IdempotentRepository claims;
  private volatile boolean proven;

  /**
   * A repository whose keys belong to {@code consumer}.
   *
   * @param dataSource the one in which Semel claims; it is asked once, and never used for a claim
   * @param consumer name of the consumer, in place of the old processor's
   */
  public SemelMessageIdRepository(DataSource dataSource, String consumer) {
    this.dataSource = dataSource;
    this.consumer = consumer;
  }

  @Override
  public void setCamelContext(CamelContext camelContext) {
    context = camelContext;
  }

  @Override
  public CamelContext getCamelContext() {
    return context;
  }

  @Override
  public String consumer() {
    return consumer;
  }

  /**
   * Finds Semel's claims in the context.
   *
   * @throws SemelException if the data source is not the one in which Semel claims, or no Camel
   *     context was given
   */
  @Override
  protected void doStart() {
    if (context == null) {
      throw misused(
          "was given no Camel context. Produce the bean without a normal scope (@Singleton or"
              + " @Dependent): a client proxy of CDI hides from Camel what it is.");
    }
    claims =
        CamelContextHelper.mandatoryLookup(
            context, "semel:" + consumer, IdempotentRepository.class);
    try {
      prove();
    } catch (RuntimeException e) {
      if (SemelException.says(e, Code.REPOSITORY_MISUSED)) {
        throw e;
      } // the database is away: the first claim asks again
    }
  }

  private void prove() {
    if (!proven) {
      CamelContextHelper.mandatoryFindSingleByType(context, Engine.class)
          .claimsThrough(dataSource, consumer);
      proven = true;
    }
  }

  @Override
  public boolean add(Exchange exchange, String key) {
    IdempotentRepository ours = started();
    prove();
    return ours.add(exchange, key);
  }

  @Override
  public boolean contains(Exchange exchange, String key) {
    return started().contains(exchange, key);
  }

  @Override
  public boolean remove(Exchange exchange, String key) {
    return started().remove(exchange, key);
  }

  @Override
  public boolean confirm(Exchange exchange, String key) {
    return started().confirm(exchange, key);
  }

  @Override
  public boolean add(String key) {
    IdempotentRepository ours = started();
    prove();
    return ours.add(key);
  }

  @Override
  public boolean contains(String key) {
    return started().contains(key);
  }

  @Override
  public boolean remove(String key) {
    return started().remove(key);
  }

  @Override
  public boolean confirm(String key) {
    return started().confirm(key);
  }

  @Override
  public void clear() {
    started().clear();
  }

  private IdempotentRepository started() {
    if (claims == null) {
      throw misused(
          "has not started, so that nothing is claimed. A Camel context starts it with the route that"
              + " has it.");
    }
    return claims;
  }

  private SemelException misused(String why) {
    return new SemelException(
        Code.REPOSITORY_MISUSED, "The repository of consumer " + consumer + " " + why);
  }
}
