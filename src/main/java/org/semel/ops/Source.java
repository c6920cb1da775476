// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

/** Where the messages of a plan come from. The names stand in the database: never rename one. */
public enum Source {
  /** Messages that wait for a person; dead letters too, once they were taken in. */
  PARKED,
  /** Messages that took effect and were kept, as their consumer's policy says. */
  KEPT
}
