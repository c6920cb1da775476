// SPDX-License-Identifier: Apache-2.0
package org.semel.natural;

/** What a {@link VersionedUpsert} came to. */
public sealed interface Upserted {

  /** The row is as the message says, and was not before. */
  record Written() implements Upserted {}

  /** The row has this version or a later one already; nothing was changed. A success. */
  record Stale() implements Upserted {}
}
