// SPDX-License-Identifier: Apache-2.0
/**
 * External effects still to happen: what is recorded in the business transaction and what the relay
 * later leases and settles. Words and ports; the rows stand behind them in {@code store}.
 */
@NullMarked
package org.semel.internal.engine.send;

import org.jspecify.annotations.NullMarked;
