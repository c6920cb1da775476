// SPDX-License-Identifier: Apache-2.0
/**
 * The act of receiving: identify, claim, handle, record, all in one transaction. Start with {@link
 * org.semel.internal.engine.receive.Receiver} for what happens inside the transaction, {@link
 * org.semel.internal.engine.receive.batch.ReceiveBatch} for what happens around it, and {@link
 * org.semel.internal.engine.receive.consumer.Consumer} for the life of the threads that do it.
 */
@NullMarked
package org.semel.internal.engine.receive;

import org.jspecify.annotations.NullMarked;
