// SPDX-License-Identifier: Apache-2.0
/** Operators' pauses, as a node obeys them. */
@NullMarked
package org.semel.internal.pause;

import org.jspecify.annotations.NullMarked;
