// SPDX-License-Identifier: Apache-2.0
/** The keys of the configuration, and what is read from them, checked as a whole. */
@NullMarked
package org.semel.internal.boot.config;

import org.jspecify.annotations.NullMarked;
