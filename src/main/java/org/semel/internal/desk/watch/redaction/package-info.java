// SPDX-License-Identifier: Apache-2.0
/**
 * The one way out for what is shown: {@link org.semel.internal.desk.watch.redaction.Redaction}
 * makes JSON of records, with the texts that are allowed; {@link
 * org.semel.internal.desk.watch.redaction.ShownFields} says what of a body is allowed.
 */
@NullMarked
package org.semel.internal.desk.watch.redaction;

import org.jspecify.annotations.NullMarked;
