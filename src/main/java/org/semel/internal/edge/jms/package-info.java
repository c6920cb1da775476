// SPDX-License-Identifier: Apache-2.0
/**
 * The broker behind the core's ports: receives through the server's XA connection factory, copies
 * messages out of JMS, and shows what the start-up proof wants to see. Knows Jakarta Messaging, and
 * no broker by name but where it says so.
 *
 * @see <a href="https://jakarta.ee/specifications/messaging/3.1/jakarta-messaging-spec-3.1">Jakarta
 *     Messaging 3.1</a>
 */
@NullMarked
package org.semel.internal.edge.jms;

import org.jspecify.annotations.NullMarked;
