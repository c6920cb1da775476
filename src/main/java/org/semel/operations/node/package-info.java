// SPDX-License-Identifier: Apache-2.0
/** How one node is: its consumers, its destinations, and what its doctor observes. */
@NullMarked
package org.semel.operations.node;

import org.jspecify.annotations.NullMarked;
