// SPDX-License-Identifier: Apache-2.0
/**
 * Forgetting in time: what is kept, for how long, and who sweeps. Knows neither tables nor clocks:
 * ages are the database's.
 */
@NullMarked
package org.semel.internal.retention;

import org.jspecify.annotations.NullMarked;
