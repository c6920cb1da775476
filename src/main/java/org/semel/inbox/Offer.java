// SPDX-License-Identifier: Apache-2.0
package org.semel.inbox;

import org.semel.message.Fingerprint;
import org.semel.message.Identity;

/**
 * An identity that arrived and asks to be claimed.
 *
 * @param identity what makes deliveries the same
 * @param fingerprint of the body that came with it
 */
public record Offer(Identity identity, Fingerprint fingerprint) {}
