// SPDX-License-Identifier: Apache-2.0
/**
 * The message that arrived, copied out of JMS: headers, body, origin. Its identity, its fingerprint
 * and the reason why it is parked. Knows the JDK, nothing else.
 */
@NullMarked
package org.semel.message;

import org.jspecify.annotations.NullMarked;
