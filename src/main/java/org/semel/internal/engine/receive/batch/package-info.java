// SPDX-License-Identifier: Apache-2.0
/**
 * One transaction over the messages that are there, again and again: what a worker does, what it
 * learns from the outcome, and whose failure it was. Start with {@link
 * org.semel.internal.engine.receive.batch.ReceiveBatch}.
 */
@NullMarked
package org.semel.internal.engine.receive.batch;

import org.jspecify.annotations.NullMarked;
