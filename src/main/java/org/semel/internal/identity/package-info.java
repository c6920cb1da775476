// SPDX-License-Identifier: Apache-2.0
/**
 * The rules by which a policy names a message's identity, and what their keys look like to people.
 */
@NullMarked
package org.semel.internal.identity;

import org.jspecify.annotations.NullMarked;
