// SPDX-License-Identifier: Apache-2.0
/**
 * For routes whose writes are idempotent by nature ({@code
 * semel.consumer.<name>.strategy=natural}): Semel writes no claim, and a duplicate runs the route
 * again. These classes help to write what is safe to repeat. They join the caller's transaction
 * through the data source of the persistence unit, and know nothing of entities. All messages of a
 * batch share one persistence context: flush it before such a write, and refresh an entity of the
 * same row after it, wherever any route of the consumer maps that table.
 */
@NullMarked
package org.semel.natural;

import org.jspecify.annotations.NullMarked;
