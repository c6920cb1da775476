// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.internal.desk.operate.audit.AuditSeals.Seal;
import org.semel.internal.desk.watch.log.SealLog;

/** What the log says of the audit's seals. */
class SealLinesTest {

  private final LogLines lines = new LogLines();

  @AfterEach
  void close() {
    lines.close();
  }

  @Test
  void theLogHasTheDigestOfEachDayThatThisNodeSeals() {
    new SealLog().sealed(new Seal(LocalDate.of(2026, 11, 22), 17, "c0ffee"));
    assertThat(lines.with(Code.AUDIT_SEALED.text(), "2026-11-22", "lines 17", "digest c0ffee"))
        .hasSize(1);
  }
}
