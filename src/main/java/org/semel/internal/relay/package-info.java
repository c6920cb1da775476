// SPDX-License-Identifier: Apache-2.0
/**
 * The act of relaying: lease what is due, hand it to the provider outside any transaction, settle
 * what became of it. Knows nothing of receiving; the two meet only in the table of intents. Start
 * with {@link org.semel.internal.relay.Relay}.
 */
@NullMarked
package org.semel.internal.relay;

import org.jspecify.annotations.NullMarked;
