// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.act;

/**
 * The keys under which requests have acted, and what was answered. A key is its caller's: others
 * may use the same. Every act joins the caller's transaction.
 */
public interface RequestKeys {

  /**
   * Takes a key. Of two who ask at once, the second waits for the first one's transaction.
   *
   * @param who the caller
   * @param digest of all that the request says
   */
  Admission admit(String who, String key, byte[] digest);

  /**
   * Notes what was answered.
   *
   * @return whether the key was taken, and unanswered
   */
  boolean answered(String who, String key, int status, String answer);

  /**
   * Frees a key that was taken and is unanswered.
   *
   * @return whether it was
   */
  boolean giveBack(String who, String key);
}
