// SPDX-License-Identifier: Apache-2.0
/** Series and health: all that can be seen of Semel from outside. */
@NullMarked
package org.semel.internal.boot.telemetry;

import org.jspecify.annotations.NullMarked;
