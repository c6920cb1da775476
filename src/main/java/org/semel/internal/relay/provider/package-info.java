// SPDX-License-Identifier: Apache-2.0
/**
 * The provider behind a destination: what it is given, what it answers, and how it can be asked.
 */
@NullMarked
package org.semel.internal.relay.provider;

import org.jspecify.annotations.NullMarked;
