// SPDX-License-Identifier: Apache-2.0
/** Counts and measurements: the catalogue of series, and what is read from the database. */
@NullMarked
package org.semel.internal.desk.watch.metrics;

import org.jspecify.annotations.NullMarked;
