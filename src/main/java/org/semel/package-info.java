// SPDX-License-Identifier: Apache-2.0
/**
 * Makes each message take effect once. This package holds only what every room needs: the one
 * exception and the codes that operators read. The rooms and who may enter which are drawn in
 * docs/inside.md.
 */
@NullMarked
package org.semel;

import org.jspecify.annotations.NullMarked;
