// SPDX-License-Identifier: Apache-2.0
/** Whether this application is alive, ready and started, for those who route and restart. */
@NullMarked
package org.semel.internal.health;

import org.jspecify.annotations.NullMarked;
