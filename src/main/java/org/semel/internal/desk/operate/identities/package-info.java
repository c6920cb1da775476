// SPDX-License-Identifier: Apache-2.0
/** Acts upon identities: forget, remember, let a name go. */
@NullMarked
package org.semel.internal.desk.operate.identities;

import org.jspecify.annotations.NullMarked;
