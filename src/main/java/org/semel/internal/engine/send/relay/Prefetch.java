// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;

/**
 * The number of leased intents that may be under way or waiting: as many as are delivered in a
 * small part of a lease, as measured, so that few wait for its end after a crash where a provider
 * is slow. Safe for any number of threads.
 */
final class Prefetch {

  /**
   * Once the bodies of leased intents have so many bytes, no further one is leased; one may always
   * be, whatever its size.
   */
  static final long BYTES = 32L << 20;

  /** The part of a lease for which intents may wait: a second of the default. */
  private static final int SHARE = 60;

  private static final double WEIGHT_OF_THE_LATEST = 0.2;

  private final Throughput throughput;
  private double nanos;

  Prefetch(Throughput throughput) {
    this.throughput = throughput;
  }

  /** A delivery has taken so long. */
  synchronized void took(long latest) {
    nanos = nanos == 0 ? latest : nanos + WEIGHT_OF_THE_LATEST * (latest - nanos);
  }

  /**
   * The most intents under way or waiting. Before anything is measured, one may wait for each that
   * is under way.
   */
  synchronized int most() {
    double perThread = nanos == 0 ? 1 : throughput.lease().toNanos() / (SHARE * nanos);
    return (int)
        Math.min(throughput.batch(), throughput.concurrency() * (1 + Math.floor(perThread)));
  }
}
