// SPDX-License-Identifier: Apache-2.0
/** One key of the configuration: its name, its type, its text, and the faults in it. */
@NullMarked
package org.semel.internal.boot.config.key;

import org.jspecify.annotations.NullMarked;
