// SPDX-License-Identifier: Apache-2.0
/** Series and health: all that can be seen of Semel from outside. */
@NullMarked
package org.semel.internal.desk.watch;

import org.jspecify.annotations.NullMarked;
