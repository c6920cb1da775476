// SPDX-License-Identifier: Apache-2.0
/**
 * Camel as its users know it: the components {@code inbox:} and {@code intent:}, the repository for
 * routes that carry the classic Idempotent Receiver themselves, and the names of properties and
 * headers. {@link org.semel.camel.Engine} does the work; what implements it is no part of the
 * product's surface.
 *
 * @see <a
 *     href="https://www.enterpriseintegrationpatterns.com/patterns/messaging/IdempotentReceiver.html">Idempotent
 *     Receiver</a>
 */
@NullMarked
package org.semel.camel;

import org.jspecify.annotations.NullMarked;
