// SPDX-License-Identifier: Apache-2.0
/**
 * What arrived, copied out of the broker's hands: headers, body, origin; and what makes two
 * deliveries the same: identity and fingerprint. Knows the JDK and JSON-P, nothing else.
 */
@NullMarked
package org.semel.message;

import org.jspecify.annotations.NullMarked;
