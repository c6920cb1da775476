// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import org.semel.message.Message;

/**
 * Finds in a message the key that its producer minted. Pure: the same message gives the same answer
 * on every delivery, every thread and every node; otherwise duplicates take effect.
 */
@FunctionalInterface
public interface IdentityRule {

  Identification identify(Message message);
}
