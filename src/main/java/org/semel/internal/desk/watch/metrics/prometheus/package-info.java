// SPDX-License-Identifier: Apache-2.0
/** The series, as the client of Prometheus keeps and writes them. */
@NullMarked
package org.semel.internal.desk.watch.metrics.prometheus;

import org.jspecify.annotations.NullMarked;
