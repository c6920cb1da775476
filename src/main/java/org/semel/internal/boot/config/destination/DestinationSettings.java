// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.destination;

import java.time.Duration;
import org.semel.internal.engine.send.relay.DestinationPolicy;

/**
 * The settings of one destination.
 *
 * @param policy how intents reach it
 * @param evidence how long an intent is kept once it is settled
 * @param acceptedChange the word by which the user accepts another owner; blank for none
 */
public record DestinationSettings(
    DestinationPolicy policy, Duration evidence, String acceptedChange) {}
