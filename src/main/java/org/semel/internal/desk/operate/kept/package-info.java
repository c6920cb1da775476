// SPDX-License-Identifier: Apache-2.0
/** Kept messages, of which a person can let one take effect again. */
@NullMarked
package org.semel.internal.desk.operate.kept;

import org.jspecify.annotations.NullMarked;
