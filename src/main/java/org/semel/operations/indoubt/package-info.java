// SPDX-License-Identifier: Apache-2.0
/** What is in doubt, as operators see it. */
@NullMarked
package org.semel.operations.indoubt;

import org.jspecify.annotations.NullMarked;
