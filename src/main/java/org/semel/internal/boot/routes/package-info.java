// SPDX-License-Identifier: Apache-2.0
/** Finds an application's routes, and the names that they use. */
@NullMarked
package org.semel.internal.boot.routes;

import org.jspecify.annotations.NullMarked;
