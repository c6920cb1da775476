// SPDX-License-Identifier: Apache-2.0
/** Where an application's routes are found, and the names that they use. */
@NullMarked
package org.semel.internal.boot.routes;

import org.jspecify.annotations.NullMarked;
