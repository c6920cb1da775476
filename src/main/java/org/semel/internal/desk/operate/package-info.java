// SPDX-License-Identifier: Apache-2.0
/**
 * The ports that operators' acts use for the database and the broker; and the transaction of an
 * act, which writes its entry of the audit.
 */
@NullMarked
package org.semel.internal.desk.operate;

import org.jspecify.annotations.NullMarked;
