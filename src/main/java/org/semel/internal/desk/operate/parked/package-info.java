// SPDX-License-Identifier: Apache-2.0
/**
 * Handing one stored message to its consumer again. Start with {@link
 * org.semel.internal.desk.operate.parked.MessageReplay}.
 */
@NullMarked
package org.semel.internal.desk.operate.parked;

import org.jspecify.annotations.NullMarked;
