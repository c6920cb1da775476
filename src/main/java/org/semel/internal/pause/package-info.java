// SPDX-License-Identifier: Apache-2.0
/** What operators have paused, as a node obeys it. */
@NullMarked
package org.semel.internal.pause;

import org.jspecify.annotations.NullMarked;
