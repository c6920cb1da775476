// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import java.time.Duration;
import org.semel.Backoff;
import org.semel.intent.Destination;
import org.semel.message.AllowedHeaders;

/**
 * How intents reach a destination. Values have been checked against their ranges by whoever read
 * them.
 *
 * @param destination the place
 * @param headers what an intent takes along of the headers it is recorded with
 * @param pace how fast and how much at once
 * @param endurance how often it is tried
 * @param contract what the provider promises
 */
public record DestinationPolicy(
    Destination destination,
    AllowedHeaders headers,
    Pace pace,
    Endurance endurance,
    Contract contract) {

  /**
   * How fast and how much at once.
   *
   * @param concurrency the most deliveries in flight
   * @param batch the most intents leased at once
   * @param lease how long a lease lasts; longer than the slowest delivery
   * @param poll how long to sleep when nobody rings
   */
  public record Pace(int concurrency, int batch, Duration lease, Duration poll) {}

  /**
   * How often an intent is tried.
   *
   * @param attempts failures after which it is parked
   * @param backoff the wait after a failure
   */
  public record Endurance(int attempts, Backoff backoff) {}
}
