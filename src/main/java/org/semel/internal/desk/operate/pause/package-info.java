// SPDX-License-Identifier: Apache-2.0
/** Operators' pauses, as a node obeys them. */
@NullMarked
package org.semel.internal.desk.operate.pause;

import org.jspecify.annotations.NullMarked;
