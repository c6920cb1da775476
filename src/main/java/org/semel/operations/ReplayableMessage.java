// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import org.semel.message.Message;

/**
 * A message that can be handed to its consumer again.
 *
 * @param consumer whose
 * @param message headers and body as they came
 * @param subject how the audit calls it
 */
record ReplayableMessage(String consumer, Message message, AuditEntry.Subject subject) {}
