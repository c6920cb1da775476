// SPDX-License-Identifier: Apache-2.0
/**
 * What every worker's loop is made of: the gate before each piece of work, back-off, threads,
 * wake-ups.
 */
@NullMarked
package org.semel.internal.loop;

import org.jspecify.annotations.NullMarked;
