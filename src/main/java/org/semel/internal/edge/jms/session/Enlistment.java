// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import javax.transaction.xa.XAResource;

/** Makes a resource a branch of the transaction that the calling thread is in. */
@FunctionalInterface
public interface Enlistment {

  /**
   * Enlists {@code resource}.
   *
   * @throws RuntimeException if the transaction takes no more branches; nothing has begun on the
   *     resource
   */
  void enlist(XAResource resource);
}
