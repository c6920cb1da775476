// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.classic;

import java.util.Optional;
import java.util.UUID;
import org.apache.camel.Exchange;
import org.apache.camel.support.service.ServiceSupport;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.camel.SemelIdempotentRepository;
import org.semel.internal.edge.camel.exchange.Exchanges;
import org.semel.message.Identity;
import org.semel.message.ProducerKey;

/**
 * Claims keys for one consumer; an exchange remembers what it has claimed. Memory holds only the
 * keys of exchanges that have not ended.
 */
public final class ClaimingRepository extends ServiceSupport implements SemelIdempotentRepository {

  private final String consumer;
  private final ClassicClaims claims;
  private final PendingClaims pending = new PendingClaims();

  /**
   * A repository whose keys belong to {@code consumer}.
   *
   * @param claims where the keys are stored
   */
  public ClaimingRepository(String consumer, ClassicClaims claims) {
    this.consumer = consumer;
    this.claims = claims;
  }

  @Override
  public String consumer() {
    return consumer;
  }

  @Override
  public boolean add(Exchange exchange, String key) {
    Identity identity = identity(key);
    UUID owner = UUID.randomUUID();
    boolean added = claimed(exchange, identity, owner);
    if (!added) {
      OwnClaim.found(exchange, identity);
    } else if (claims.transacted()) {
      OwnClaim.disown(exchange, identity);
    } else {
      OwnClaim.claimed(exchange, identity, owner);
      pending.begin(identity, owner);
    }
    Exchanges.identify(exchange, identity);
    return added;
  }

  /** A rival's claim may still be undone: a route that goes on without its own must roll back. */
  private boolean claimed(Exchange exchange, Identity identity, UUID owner) {
    try {
      return claims.add(identity, owner);
    } catch (SemelException e) {
      throw Exchanges.refuse(exchange, e);
    }
  }

  /**
   * Removes a claim that this exchange made outside a transaction, or that another exchange handed
   * over to it; nothing else. A claim of a transaction is undone by its rollback or stays with its
   * effect, and another delivery may have claimed the key since.
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
   * Writes nothing: the claim itself is the record. From now on no other exchange can remove it. A
   * claim that this exchange only found is left alone, because the exchange that made it may fail.
   */
  @Override
  public boolean confirm(Exchange exchange, String key) {
    Identity identity = new Identity(consumer, key);
    owner(exchange, identity).ifPresent(owner -> pending.end(identity, owner));
    return true;
  }

  /** The owner under which this exchange, or the one that it acts for, claimed the key. */
  private Optional<UUID> owner(Exchange exchange, Identity identity) {
    return OwnClaim.of(exchange, identity)
        .map(claim -> Optional.ofNullable(claim.owner()))
        .orElseGet(() -> pending.owner(identity));
  }

  /** Writes nothing, and does not concern claims of exchanges. */
  @Override
  public boolean confirm(String key) {
    return true;
  }

  /** For components that have no exchange yet: files, FTP and mail. */
  @Override
  public boolean add(String key) {
    return claims.add(identity(key), ClaimReleases.NO_EXCHANGE);
  }

  /** The identity of a key. A blank key is refused: it would make one message of many. */
  private Identity identity(String key) {
    if (ProducerKey.isBlank(key)) {
      throw new SemelException(
          Code.KEY_BLANK,
          "A message for consumer "
              + consumer
              + " has no key: the expression of its idempotent consumer found nothing. The message fails; nothing is"
              + " claimed.");
    }
    return new Identity(consumer, key);
  }

  /**
   * Removes a claim that was made without an exchange outside a transaction, on this server or
   * another, before or after a crash; nothing else.
   */
  @Override
  public boolean remove(String key) {
    return claims.remove(new Identity(consumer, key), ClaimReleases.NO_EXCHANGE);
  }

  @Override
  public void clear() {
    throw new SemelException(
        Code.REPOSITORY_MISUSED,
        "The keys of consumer "
            + consumer
            + " are not cleared: later duplicates would take effect again.");
  }
}
