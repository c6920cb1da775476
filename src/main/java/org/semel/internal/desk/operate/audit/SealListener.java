// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.audit;

import org.semel.internal.desk.operate.audit.AuditSeals.Seal;
import org.semel.internal.engine.loop.OutageListener;

/** Is told what {@link AuditSealing} does, on its thread. */
public interface SealListener extends OutageListener {

  /** This node has sealed a day. */
  void sealed(Seal seal);
}
