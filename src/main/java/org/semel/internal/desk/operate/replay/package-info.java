// SPDX-License-Identifier: Apache-2.0
/**
 * Handing one stored message to its consumer again. Start with {@link
 * org.semel.internal.desk.operate.replay.MessageReplay}.
 */
@NullMarked
package org.semel.internal.desk.operate.replay;

import org.jspecify.annotations.NullMarked;
