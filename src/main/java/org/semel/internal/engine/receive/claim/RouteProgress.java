// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import org.semel.message.Body;
import org.semel.message.Headers;

/**
 * The progress of a route of several steps. The rest of the route runs from exactly this state,
 * also after a crash.
 *
 * @param step name of the last finished step
 * @param body the body at that step, as exact bytes
 * @param context all other state, as the adapter of the routes writes and reads it
 */
public record RouteProgress(String step, Body body, Headers context) {}
