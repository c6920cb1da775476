// SPDX-License-Identifier: Apache-2.0
/**
 * Artemis' resource adapter, for a server that has no Artemis of its own and does not recover the
 * stock one. Lives in that server, in an archive of its own ({@code semel-artemis-VERSION.rar}),
 * and therefore knows nothing of Semel. Its descriptor is {@code src/rar/ra.xml}.
 */
@NullMarked
package org.semel.ra;

import org.jspecify.annotations.NullMarked;
