// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.IntentQueue;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.SentFrom;
import org.semel.internal.engine.send.LeaseLimit;
import org.semel.internal.engine.send.SettledLease;

/**
 * The intents of a destination, for the application that is registered to deliver them. Nothing is
 * leased before the registration, nor while an operator has paused the destination, which may be
 * found out by that registration. Safe for any thread.
 */
final class RegisteredIntents implements IntentQueue {

  private final IntentQueue intents;
  private final Supplier<ProofResult> registration;
  private final BooleanSupplier paused;
  private volatile boolean registered;

  RegisteredIntents(
      IntentQueue intents, Supplier<ProofResult> registration, BooleanSupplier paused) {
    this.intents = intents;
    this.registration = registration;
    this.paused = paused;
  }

  /**
   * Registers the destination, each time that its relay begins anew: meanwhile it may have become
   * another application's. While the database is away, the first lease registers instead.
   *
   * @throws StartRefused if another application delivers to it
   */
  void announce() {
    registered = false;
    accept(registration.get());
  }

  @Override
  public List<Lease> lease(Destination destination, LeaseLimit most, Duration life, SentFrom sent) {
    demand(destination);
    return paused.getAsBoolean() ? List.of() : intents.lease(destination, most, life, sent);
  }

  @Override
  public List<Lease> leaseInOrder(
      Destination destination, LeaseLimit most, Duration life, SentFrom sent) {
    demand(destination);
    return paused.getAsBoolean() ? List.of() : intents.leaseInOrder(destination, most, life, sent);
  }

  @Override
  public boolean renew(Lease lease, Duration life) {
    return intents.renew(lease, life);
  }

  @Override
  public List<Lease> markSent(List<Lease> leases, Duration life) {
    return intents.markSent(leases, life);
  }

  @Override
  public List<SettledLease> settle(List<SettledLease> settled) {
    return intents.settle(settled);
  }

  @Override
  public List<SettledLease> stillOurs(List<SettledLease> settled) {
    return intents.stillOurs(settled);
  }

  private void demand(Destination destination) {
    if (registered) {
      return;
    }
    ProofResult verdict = registration.get();
    accept(verdict);
    if (verdict instanceof ProofResult.Unproven unproven) {
      throw new SemelException(
          Code.RELAY_PAUSED,
          "Destination " + destination + " cannot be registered yet; nothing is delivered.",
          unproven.cause());
    }
  }

  private void accept(ProofResult verdict) {
    if (verdict instanceof ProofResult.Refused refused) {
      throw new StartRefused(refused.refusals());
    }
    registered = verdict instanceof ProofResult.Proven;
  }
}
