// SPDX-License-Identifier: Apache-2.0
/**
 * The PostgreSQL driver's XA data source, with its word made good. Lives in the server beside the
 * driver, in a jar of its own, and therefore knows nothing of Semel.
 */
@NullMarked
package org.semel.xa;

import org.jspecify.annotations.NullMarked;
