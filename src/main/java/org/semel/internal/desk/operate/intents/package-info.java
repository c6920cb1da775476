// SPDX-License-Identifier: Apache-2.0
/** Acts upon intents: deliver, withdraw, retry. */
@NullMarked
package org.semel.internal.desk.operate.intents;

import org.jspecify.annotations.NullMarked;
