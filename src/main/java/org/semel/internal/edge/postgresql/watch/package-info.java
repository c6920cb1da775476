// SPDX-License-Identifier: Apache-2.0
/**
 * Looks at the database: gauges, and what the doctor asks. Nothing is written but the turn of the
 * look.
 */
@NullMarked
package org.semel.internal.edge.postgresql.watch;

import org.jspecify.annotations.NullMarked;
