// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.receive.proof.ProofResult;

/**
 * The permission to receive, granted once the start-up proof has been made. Every worker asks for
 * it before every batch, so the answer is remembered. While broker or database is away, one worker
 * at a time asks again.
 */
public final class ProofGate {

  private final Supplier<ProofResult> proof;
  private final Runnable granted;
  private final Duration loginPause;
  private final LongSupplier nanos;
  private final AtomicBoolean told = new AtomicBoolean();
  private final Object granting = new Object();
  private boolean withdrawn;
  private volatile ProofResult latest =
      new ProofResult.Unproven(new IllegalStateException("not asked"));
  private long asked;

  /**
   * A gate that is not open yet.
   *
   * @param granted is told, once
   * @param loginPause how long a broker that refuses the login is left in peace, whichever worker
   *     asks: each try may count towards locking the user out
   * @param nanos a clock that never runs backwards
   */
  public ProofGate(
      Supplier<ProofResult> proof, Runnable granted, Duration loginPause, LongSupplier nanos) {
    this.proof = proof;
    this.granted = granted;
    this.loginPause = loginPause;
    this.nanos = nanos;
  }

  public ProofResult ask() {
    return latest instanceof ProofResult.Unproven ? prove() : latest;
  }

  /** Whether the caller is the first of all workers to tell the answer. */
  public boolean isFirstToTell() {
    return told.compareAndSet(false, true);
  }

  private synchronized ProofResult prove() {
    if (latest instanceof ProofResult.Unproven waiting && isDue(waiting)) {
      latest = proof.get();
      asked = nanos.getAsLong();
      if (latest instanceof ProofResult.Proven) {
        grant();
      }
    }
    return latest;
  }

  private void grant() {
    synchronized (granting) {
      if (!withdrawn) {
        granted.run();
      }
    }
  }

  /** Grants nothing from now on, should a proof that is under way be made later. */
  public void withdraw() {
    synchronized (granting) {
      withdrawn = true;
    }
  }

  private boolean isDue(ProofResult.Unproven waiting) {
    return !SemelException.says(waiting.cause(), Code.LOGIN_REFUSED)
        || nanos.getAsLong() - asked >= loginPause.toNanos();
  }
}
