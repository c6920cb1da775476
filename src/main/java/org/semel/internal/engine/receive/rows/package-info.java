// SPDX-License-Identifier: Apache-2.0
/**
 * Versions of an aggregate one after the other: what came too early is held, and released in its
 * turn.
 */
@NullMarked
package org.semel.internal.engine.receive.rows;

import org.jspecify.annotations.NullMarked;
