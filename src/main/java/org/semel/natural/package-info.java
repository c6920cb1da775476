// SPDX-License-Identifier: Apache-2.0
/**
 * For routes whose writes are idempotent by nature ({@code
 * semel.consumer.<name>.strategy=natural}): Semel keeps nothing, and a message that comes again
 * runs again. These helpers are for writes that bear it. They join the caller's transaction through
 * the data source that the persistence unit uses; flush the entity manager first, if it holds
 * changes of the same rows.
 */
@NullMarked
package org.semel.natural;

import org.jspecify.annotations.NullMarked;
