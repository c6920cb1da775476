// SPDX-License-Identifier: Apache-2.0
/**
 * Claims, failed attempts and parked messages: what took effect, and what did not. Words and ports;
 * {@code postgresql.claim} implements them. Every port joins the caller's transaction and opens
 * none.
 */
@NullMarked
package org.semel.internal.engine.receive.claim;

import org.jspecify.annotations.NullMarked;
