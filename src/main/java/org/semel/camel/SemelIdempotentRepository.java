// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import org.apache.camel.spi.IdempotentRepository;

/**
 * The repository that {@code .idempotentRepository("semel:<consumer>")} names, for routes that use
 * Camel's idempotent consumer.
 *
 * <p>In a transaction, one statement claims a key. A duplicate makes it neither throw nor mark the
 * transaction for rollback. Only a rollback undoes the claim: {@code remove} does nothing and
 * {@code confirm} writes nothing, whenever Camel calls them. Outside a transaction it is as good as
 * Camel's own repositories, and no better: a key is claimed before the route and removed if the
 * route fails, by the same exchange only; a crash in between leaves it claimed. A key that is
 * claimed without an exchange, as for files, can be removed by any caller that names it. {@code
 * clear} is refused.
 *
 * <p>What fails is a {@link org.semel.SemelException}: {@code SEMEL-0330} of a key in which there
 * is nothing, and {@code SEMEL-0207} where the database refuses or is away.
 *
 * <p>Safe for any thread.
 *
 * @see <a
 *     href="https://www.enterpriseintegrationpatterns.com/patterns/messaging/IdempotentReceiver.html">Idempotent
 *     Receiver</a>
 */
public interface SemelIdempotentRepository extends IdempotentRepository {

  /** The consumer that its keys belong to. */
  String consumer();
}
