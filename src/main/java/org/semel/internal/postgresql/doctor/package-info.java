// SPDX-License-Identifier: Apache-2.0
/** What the doctor reads of the database. Nothing is written. */
@NullMarked
package org.semel.internal.postgresql.doctor;

import org.jspecify.annotations.NullMarked;
