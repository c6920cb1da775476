// SPDX-License-Identifier: Apache-2.0
/** What is counted and measured: the catalogue of series, and what is read from the database. */
@NullMarked
package org.semel.internal.metrics;

import org.jspecify.annotations.NullMarked;
