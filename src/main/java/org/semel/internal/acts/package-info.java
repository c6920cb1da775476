// SPDX-License-Identifier: Apache-2.0
/**
 * The implementations of what an operator may do. Start with {@link
 * org.semel.internal.acts.AuditedOperations}.
 */
@NullMarked
package org.semel.internal.acts;

import org.jspecify.annotations.NullMarked;
