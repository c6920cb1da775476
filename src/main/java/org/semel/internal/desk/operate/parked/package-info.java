// SPDX-License-Identifier: Apache-2.0
/** Parked messages, and dead letters that become parked messages. */
@NullMarked
package org.semel.internal.desk.operate.parked;

import org.jspecify.annotations.NullMarked;
