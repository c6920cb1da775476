// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.claim;

import org.semel.message.Body;
import org.semel.message.Headers;

/**
 * How far a route of several steps has come: the rest of it runs from exactly this, whether a crash
 * lies between or not.
 *
 * @param step name of the last finished step
 * @param body what the route had in hand there, as exact bytes
 * @param context whatever else it had in hand, as the adapter of the routes writes it down and
 *     reads it back
 */
public record RouteProgress(String step, Body body, Headers context) {}
