// SPDX-License-Identifier: Apache-2.0
/** Checks routes, before they start and while they run, for steps that break their transaction. */
@NullMarked
package org.semel.internal.edge.camel.rules;

import org.jspecify.annotations.NullMarked;
