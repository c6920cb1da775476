// SPDX-License-Identifier: Apache-2.0
/** The application's health (alive, ready, started), for those who route and restart. */
@NullMarked
package org.semel.internal.health;

import org.jspecify.annotations.NullMarked;
