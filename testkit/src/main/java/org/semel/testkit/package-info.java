// SPDX-License-Identifier: Apache-2.0
/**
 * A test kit for applications: it runs their routes in this virtual machine, sends, duplicates,
 * strikes, and compares with a run without faults. Begin at {@link org.semel.testkit.SemelTest}.
 */
@NullMarked
package org.semel.testkit;

import org.jspecify.annotations.NullMarked;
