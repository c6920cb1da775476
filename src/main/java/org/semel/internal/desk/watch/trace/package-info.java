// SPDX-License-Identifier: Apache-2.0
/**
 * Spans by the OpenTelemetry API, and the log's context. Start with {@link
 * org.semel.internal.desk.watch.trace.Traces}. Only where the API is there is anything of it
 * touched but {@link org.semel.internal.desk.watch.trace.LogContext} and what stands on it.
 */
@NullMarked
package org.semel.internal.desk.watch.trace;

import org.jspecify.annotations.NullMarked;
