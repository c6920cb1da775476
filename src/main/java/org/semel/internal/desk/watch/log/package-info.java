// SPDX-License-Identifier: Apache-2.0
/** The log that operators read; each line has a code. */
@NullMarked
package org.semel.internal.desk.watch.log;

import org.jspecify.annotations.NullMarked;
