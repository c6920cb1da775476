// SPDX-License-Identifier: Apache-2.0
/** The state of one node: its consumers, its destinations, and what its doctor observes. */
@NullMarked
package org.semel.operations.node;

import org.jspecify.annotations.NullMarked;
