// SPDX-License-Identifier: Apache-2.0
/**
 * The acts of operators: on parked messages, on intents, on identities. Every act names who acts
 * and why, runs in a transaction of its own, and writes its entry of the audit in that same
 * transaction. Start with {@link org.semel.operations.Operations}.
 */
@NullMarked
package org.semel.operations;

import org.jspecify.annotations.NullMarked;
