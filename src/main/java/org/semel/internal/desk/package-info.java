// SPDX-License-Identifier: Apache-2.0
/**
 * The second wing: what people do ({@code operate}), what they see ({@code watch}), and both over
 * HTTP ({@code web}). Knows the engine.
 */
@NullMarked
package org.semel.internal.desk;

import org.jspecify.annotations.NullMarked;
