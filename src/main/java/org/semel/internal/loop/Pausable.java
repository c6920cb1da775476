// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.loop;

/**
 * What an operator can pause, whatever becomes of its route meanwhile. Neither method waits: what
 * has begun ends by itself. Safe for any thread.
 */
public interface Pausable {

  /** Begins nothing more. Nothing happens if it is paused already. */
  void operatorPauses();

  /** Begins again, unless its route keeps it from that. */
  void operatorResumes();
}
