// SPDX-License-Identifier: Apache-2.0
/**
 * Replaying many messages, or acting on many intents, by a plan. Start with {@link
 * org.semel.internal.desk.operate.plan.PlanDriver}.
 */
@NullMarked
package org.semel.internal.desk.operate.plan;

import org.jspecify.annotations.NullMarked;
