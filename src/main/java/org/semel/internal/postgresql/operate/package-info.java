// SPDX-License-Identifier: Apache-2.0
/** What operators see and do, and what names are registered for, as rows. */
@NullMarked
package org.semel.internal.postgresql.operate;

import org.jspecify.annotations.NullMarked;
