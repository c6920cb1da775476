// SPDX-License-Identifier: Apache-2.0
/**
 * The core's memory as rows of PostgreSQL. One class for each table, its SQL on top. Everything
 * joins the caller's transaction through the server's data source; nothing here begins, commits or
 * catches a violated constraint.
 */
@NullMarked
package org.semel.internal.edge.postgresql;

import org.jspecify.annotations.NullMarked;
