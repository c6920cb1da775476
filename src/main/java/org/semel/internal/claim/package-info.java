// SPDX-License-Identifier: Apache-2.0
/**
 * The memory of what took effect: claims, attempts that failed, and messages parked for a person.
 * Words and ports; the rows stand behind them in {@code store}. Every port joins the caller's
 * transaction and opens none.
 */
@NullMarked
package org.semel.internal.claim;

import org.jspecify.annotations.NullMarked;
