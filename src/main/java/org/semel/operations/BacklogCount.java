// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Duration;

/**
 * Rows of one owner that are in one state.
 *
 * @param owner name of the consumer or of the destination
 * @param state such as CONFLICT for parked messages, RETRYING for messages that failed and come
 *     again, or pending for intents
 * @param rows how many
 * @param oldest age of the oldest, by the database's clock; what was parked and is let go is as old
 *     as that act
 */
public record BacklogCount(String owner, String state, long rows, Duration oldest) {}
