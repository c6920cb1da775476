// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Instant;
import java.util.Optional;

/**
 * Deliveries that came after their identity had taken effect.
 *
 * @param latest empty if there were none
 */
public record Duplicates(long count, Optional<Instant> latest) {}
