// SPDX-License-Identifier: Apache-2.0
/**
 * Looks over routes, before they start and while they run, for steps that would break their
 * transaction.
 */
@NullMarked
package org.semel.internal.route.rules;

import org.jspecify.annotations.NullMarked;
