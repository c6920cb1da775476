// SPDX-License-Identifier: Apache-2.0
/** What one node knows of itself, put together. */
@NullMarked
package org.semel.internal.boot.node;

import org.jspecify.annotations.NullMarked;
