// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.time.Duration;
import java.time.Instant;

/**
 * A rule that is shorter than the one before it, and counts once that one has passed.
 *
 * @param said the shorter rule
 * @param counts for how long rows are kept until then
 * @param until when, by the database's clock
 */
public record PendingRule(RetentionRule said, Duration counts, Instant until) {}
