// SPDX-License-Identifier: Apache-2.0
/**
 * Relaying: lease due intents, hand them to the provider behind their destination outside any
 * transaction, settle the outcomes. Knows nothing of receiving; the two meet only in the table of
 * intents. Start with {@link org.semel.internal.engine.send.relay.Relay}.
 */
@NullMarked
package org.semel.internal.engine.send.relay;

import org.jspecify.annotations.NullMarked;
