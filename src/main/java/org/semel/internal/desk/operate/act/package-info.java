// SPDX-License-Identifier: Apache-2.0
/**
 * An operator's act: its transaction, which writes its entry of the audit, and its request's key.
 */
@NullMarked
package org.semel.internal.desk.operate.act;

import org.jspecify.annotations.NullMarked;
