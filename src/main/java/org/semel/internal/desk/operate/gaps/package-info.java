// SPDX-License-Identifier: Apache-2.0
/** Gaps between versions of an aggregate. */
@NullMarked
package org.semel.internal.desk.operate.gaps;

import org.jspecify.annotations.NullMarked;
