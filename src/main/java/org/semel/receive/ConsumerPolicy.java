// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.time.Duration;
import org.semel.Backoff;
import org.semel.message.AllowedHeaders;
import org.semel.message.FingerprintProfile;

/**
 * How a consumer receives. Reliability lives here, not in routes. Values have been checked against
 * their ranges by whoever read them.
 *
 * @param name scopes every identity; never change it while duplicates may still arrive
 * @param feed where its messages come from
 * @param reading how a message is read
 * @param pace how fast and how much at once
 * @param endurance how often it is tried
 */
public record ConsumerPolicy(
    String name, Feed feed, Reading reading, Pace pace, Endurance endurance) {

  /**
   * Where messages come from.
   *
   * @param destination name of the queue
   * @param connectionFactory JNDI name of the server's XA connection factory
   */
  public record Feed(String destination, String connectionFactory) {}

  /**
   * How a message is read.
   *
   * @param identity the identity rule, as {@link org.semel.message.IdentitySpec} reads it
   * @param fingerprint which of two bodies count as the same
   * @param headers what the route gets to see
   * @param limits what is refused for its size
   */
  public record Reading(
      String identity, FingerprintProfile fingerprint, AllowedHeaders headers, Limits limits) {}

  /**
   * What is refused for its size.
   *
   * @param bodyBytes the largest body
   * @param headers the most headers
   * @param headerBytes the longest header text
   */
  public record Limits(int bodyBytes, int headers, int headerBytes) {}

  /**
   * How fast and how much at once.
   *
   * @param workers threads that receive
   * @param batch how much is received into one transaction
   * @param transactionTimeout whole seconds
   * @param waits how long to wait for what
   */
  public record Pace(int workers, Portion batch, Duration transactionTimeout, Waits waits) {}

  /**
   * How long to wait for what.
   *
   * @param message for a first message, inside the transaction
   * @param outage after a fault that passes
   * @param drain for work in hand when stopping
   */
  public record Waits(Duration message, Backoff outage, Duration drain) {}

  /**
   * How often a message is tried.
   *
   * @param attempts failures of the route after which it is parked
   * @param deliveries deliveries after which it is parked whatever the cause; below the broker's
   *     own limit
   */
  public record Endurance(int attempts, int deliveries) {}
}
