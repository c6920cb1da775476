// SPDX-License-Identifier: Apache-2.0
/** All that is known of one identity, and acts upon identities: forget, remember, let a name go. */
@NullMarked
package org.semel.internal.desk.operate.identities;

import org.jspecify.annotations.NullMarked;
