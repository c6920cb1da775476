// SPDX-License-Identifier: Apache-2.0
/** One node's knowledge of itself, put together. */
@NullMarked
package org.semel.internal.boot.node;

import org.jspecify.annotations.NullMarked;
