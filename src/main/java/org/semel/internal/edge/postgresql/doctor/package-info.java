// SPDX-License-Identifier: Apache-2.0
/** The doctor's looks at the database. Nothing is written. */
@NullMarked
package org.semel.internal.edge.postgresql.doctor;

import org.jspecify.annotations.NullMarked;
