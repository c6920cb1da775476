// SPDX-License-Identifier: Apache-2.0
/** Pauses of consumers and destinations: who decides on them, and how a node obeys. */
@NullMarked
package org.semel.internal.desk.operate.pause;

import org.jspecify.annotations.NullMarked;
