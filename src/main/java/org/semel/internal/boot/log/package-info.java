// SPDX-License-Identifier: Apache-2.0
/** What happens, as lines for operators; each has a code. */
@NullMarked
package org.semel.internal.boot.log;

import org.jspecify.annotations.NullMarked;
