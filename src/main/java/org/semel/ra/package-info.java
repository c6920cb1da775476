// SPDX-License-Identifier: Apache-2.0
/**
 * Artemis' resource adapter as Open Liberty can recover it. Lives in the server, in a resource
 * adapter of its own ({@code semel-VERSION-artemis.rar}), and therefore knows nothing of Semel. Its
 * descriptor is {@code src/rar/ra.xml}.
 */
@NullMarked
package org.semel.ra;

import org.jspecify.annotations.NullMarked;
