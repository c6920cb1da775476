// SPDX-License-Identifier: Apache-2.0
/** Acts upon messages that were stored first. */
@NullMarked
package org.semel.internal.desk.operate.stored;

import org.jspecify.annotations.NullMarked;
