// SPDX-License-Identifier: Apache-2.0
/** All that is known of one identity, and how it is read. */
@NullMarked
package org.semel.internal.desk.operate.dossier;

import org.jspecify.annotations.NullMarked;
