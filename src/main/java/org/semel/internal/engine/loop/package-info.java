// SPDX-License-Identifier: Apache-2.0
/** Worker loops: the loop, the gate before each step, wake-ups, back-off and threads. */
@NullMarked
package org.semel.internal.engine.loop;

import org.jspecify.annotations.NullMarked;
