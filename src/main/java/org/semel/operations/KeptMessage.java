// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Instant;
import org.semel.message.Identity;
import org.semel.message.Message;

/**
 * A message that took effect and was kept, as its consumer's policy says.
 *
 * @param id its number
 * @param identity whose
 * @param message headers and body as they came
 * @param kept since when, by the database's clock; no later than its identity is known
 */
public record KeptMessage(long id, Identity identity, Message message, Instant kept) {}
