// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.classic;

import java.util.Optional;
import java.util.UUID;
import org.apache.camel.Exchange;
import org.apache.camel.support.service.ServiceSupport;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.camel.SemelIdempotentRepository;
import org.semel.internal.route.exchange.Exchanges;
import org.semel.message.Identity;

/**
 * The memory behind {@code .idempotentRepository("semel:<consumer>")}, for routes that use Camel's
 * idempotent consumer.
 *
 * <p>In a transaction, one statement claims a key. A duplicate makes it neither throw nor doom the
 * transaction. Only a rollback undoes the claim: {@code remove} does nothing and {@code confirm}
 * writes nothing, whenever Camel calls them. Outside any transaction it is as good as Camel's own
 * repositories, and no better: a key is claimed before the route and taken back if the route fails,
 * by this exchange only; a crash in between leaves it claimed. A key claimed without an exchange,
 * as for files, can be taken back by anyone who names it.
 *
 * <p>Safe for any thread. An exchange remembers what it has claimed. Memory holds only the keys of
 * exchanges that have not ended.
 *
 * @see <a
 *     href="https://www.enterpriseintegrationpatterns.com/patterns/messaging/IdempotentReceiver.html">Idempotent
 *     Receiver</a>
 */
public final class ClaimingRepository extends ServiceSupport implements SemelIdempotentRepository {

  /**
   * Who claims without an exchange, on whatever node: as with Camel's own repositories, whoever
   * asks is trusted.
   */
  private static final UUID ANYBODY = new UUID(0, 0);

  private final String consumer;
  private final ClassicClaims claims;
  private final PendingClaims pending = new PendingClaims();

  /**
   * A repository whose keys belong to {@code consumer}.
   *
   * @param claims where they are kept
   */
  public ClaimingRepository(String consumer, ClassicClaims claims) {
    this.consumer = consumer;
    this.claims = claims;
  }

  /** To whom its keys belong. */
  public String consumer() {
    return consumer;
  }

  @Override
  public boolean add(Exchange exchange, String key) {
    Identity identity = new Identity(consumer, key);
    UUID owner = UUID.randomUUID();
    boolean added = claims.add(identity, owner);
    if (!added) {
      OwnClaim.met(exchange, identity);
    } else if (claims.transacted()) {
      OwnClaim.disown(exchange, identity);
    } else {
      OwnClaim.claimed(exchange, identity, owner);
      pending.begin(identity, owner);
    }
    Exchanges.identify(exchange, identity);
    return added;
  }

  /**
   * Takes back what this exchange has claimed outside a transaction, or another that has handed its
   * end over to it; nothing else. A key claimed in a transaction went with its roll-back, or stays
   * with its effect: by now another delivery may have claimed it again.
   */
  @Override
  public boolean remove(Exchange exchange, String key) {
    Identity identity = new Identity(consumer, key);
    Optional<UUID> owner = owner(exchange, identity);
    boolean removed = owner.isPresent() && claims.remove(identity, owner.get());
    if (removed) {
      OwnClaim.disown(exchange, identity);
      pending.end(identity, owner.get());
    }
    return removed;
  }

  @Override
  public boolean contains(String key) {
    return claims.contains(new Identity(consumer, key));
  }

  /**
   * Writes nothing: the claim is all there is to say. Nobody else takes it back from now on. Of a
   * claim that this exchange has only met, nothing is said: whoever has made it may fail yet.
   */
  @Override
  public boolean confirm(Exchange exchange, String key) {
    Identity identity = new Identity(consumer, key);
    owner(exchange, identity).ifPresent(owner -> pending.end(identity, owner));
    return true;
  }

  /** As whom this exchange, or the one whose end it has taken over, has claimed. */
  private Optional<UUID> owner(Exchange exchange, Identity identity) {
    return OwnClaim.of(exchange, identity)
        .map(claim -> Optional.ofNullable(claim.owner()))
        .orElseGet(() -> pending.owner(identity));
  }

  /** Writes nothing, and says nothing of what an exchange has claimed. */
  @Override
  public boolean confirm(String key) {
    return true;
  }

  /** For components that have no exchange yet, as those for files, FTP and mail. */
  @Override
  public boolean add(String key) {
    return claims.add(new Identity(consumer, key), ANYBODY);
  }

  /**
   * Takes back what was claimed without an exchange outside a transaction, whoever has claimed it,
   * this server or another, before or after a crash; nothing else.
   */
  @Override
  public boolean remove(String key) {
    return claims.remove(new Identity(consumer, key), ANYBODY);
  }

  @Override
  public void clear() {
    throw new SemelException(
        Code.REPOSITORY_MISUSED,
        "The keys of consumer "
            + consumer
            + " are not cleared: duplicates that still come would take effect again.");
  }
}
