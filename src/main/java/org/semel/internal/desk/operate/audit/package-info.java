// SPDX-License-Identifier: Apache-2.0
/** Closes each day of the audit, so that a line which is deleted or altered later shows. */
@NullMarked
package org.semel.internal.desk.operate.audit;

import org.jspecify.annotations.NullMarked;
