// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.registry;

/**
 * Who delivers what is recorded for a destination. Anybody on the same tables may record; one
 * application delivers, by its own route and under its own policy.
 *
 * @param destination its name
 * @param application who delivers; blank if nobody says
 */
public record DestinationRegistration(String destination, String application) {}
