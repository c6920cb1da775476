// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.replay;

import org.semel.message.Message;
import org.semel.operations.AuditEntry;

/**
 * A message that can be handed to its consumer again.
 *
 * @param consumer whose
 * @param message headers and body as they came
 * @param subject how the audit names it
 */
public record ReplayableMessage(String consumer, Message message, AuditEntry.Subject subject) {}
