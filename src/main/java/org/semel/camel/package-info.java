// SPDX-License-Identifier: Apache-2.0
/**
 * Camel as its users know it: the components {@code inbox:} and {@code intent:}, and the beans for
 * routes that carry the classic Idempotent Receiver themselves. The only room that knows Camel.
 *
 * @see <a
 *     href="https://www.enterpriseintegrationpatterns.com/patterns/messaging/IdempotentReceiver.html">Idempotent
 *     Receiver</a>
 */
@NullMarked
package org.semel.camel;

import org.jspecify.annotations.NullMarked;
