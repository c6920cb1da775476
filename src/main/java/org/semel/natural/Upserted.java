// SPDX-License-Identifier: Apache-2.0
package org.semel.natural;

/** The result of a {@link VersionedUpsert}. */
public sealed interface Upserted {

  /** The row was written. */
  record Written() implements Upserted {}

  /** The row had this version or a later one; nothing was changed. A success. */
  record Stale() implements Upserted {}
}
