// SPDX-License-Identifier: Apache-2.0
/** What can be seen of Semel from outside: series and health. */
@NullMarked
package org.semel.internal.boot.telemetry;

import org.jspecify.annotations.NullMarked;
