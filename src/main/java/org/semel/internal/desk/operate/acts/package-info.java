// SPDX-License-Identifier: Apache-2.0
/**
 * The implementations of what an operator may do. Start with {@link
 * org.semel.internal.desk.operate.acts.AuditedOperations}.
 */
@NullMarked
package org.semel.internal.desk.operate.acts;

import org.jspecify.annotations.NullMarked;
