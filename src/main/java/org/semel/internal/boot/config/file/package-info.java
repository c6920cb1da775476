// SPDX-License-Identifier: Apache-2.0
/** Policies of consumers in YAML, one file each. */
@NullMarked
package org.semel.internal.boot.config.file;

import org.jspecify.annotations.NullMarked;
