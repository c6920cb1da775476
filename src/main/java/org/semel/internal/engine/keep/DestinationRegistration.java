// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

/**
 * The application that delivers the intents to a destination. Any application on the same tables
 * may record them; one delivers them, by its own route and under its own policy.
 *
 * @param destination its name
 * @param application who delivers; blank if none is named
 */
public record DestinationRegistration(String destination, String application) {}
