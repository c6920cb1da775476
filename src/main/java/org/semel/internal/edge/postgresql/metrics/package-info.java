// SPDX-License-Identifier: Apache-2.0
/** Gauges that are read from the tables. */
@NullMarked
package org.semel.internal.edge.postgresql.metrics;

import org.jspecify.annotations.NullMarked;
