// SPDX-License-Identifier: Apache-2.0
/** The start-up proofs of this application, over its server's resources. */
@NullMarked
package org.semel.internal.boot.proof;

import org.jspecify.annotations.NullMarked;
