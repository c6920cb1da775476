// SPDX-License-Identifier: Apache-2.0
/**
 * The operators' desk. Each subject has a room, with its port, its acts and its watch; this one
 * puts them together. Start with {@link org.semel.internal.desk.operate.AuditedOperations}.
 */
@NullMarked
package org.semel.internal.desk.operate;

import org.jspecify.annotations.NullMarked;
