// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.log;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import java.net.ConnectException;
import java.sql.SQLException;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.SemelException;

class OperatorLogTest {

  private static final String PAYLOAD = "card 4111 1111 1111 1111";

  @Test
  void ofADatabasesErrorTheSqlStateIsToldAndNotItsMessageWhichMayQuotePayload() {
    Throwable cause = new RuntimeException("x", new SQLException("Key (" + PAYLOAD + ")", "23505"));
    assertThat(OperatorLog.rootOf(cause)).isEqualTo("java.sql.SQLException (SQLState 23505)");
  }

  @Test
  void ofABrokersErrorItsCodeIsTold() {
    Throwable cause =
        new RuntimeException("x", new JMSException("refused " + PAYLOAD, "AMQ219010"));
    assertThat(OperatorLog.rootOf(cause))
        .isEqualTo("jakarta.jms.JMSException (error code AMQ219010)");
  }

  @Test
  void ofABranchsErrorItsCodeIsTold() {
    Throwable cause = new RuntimeException("x", new XAException(XAException.XAER_RMFAIL));
    assertThat(OperatorLog.rootOf(cause))
        .isEqualTo("javax.transaction.xa.XAException (XA error code -7)");
  }

  @Test
  void whatLiesAtTheBottomIsToldWithTheCodeThatLiesNearest() {
    SQLException lost = new SQLException("lost", "08001", new ConnectException("to " + PAYLOAD));
    assertThat(OperatorLog.rootOf(new RuntimeException(lost)))
        .isEqualTo("java.net.ConnectException (SQLState 08001)");
  }

  @Test
  void ofAnErrorWithoutACodeOnlyTheClassIsTold() {
    assertThat(OperatorLog.rootOf(new IllegalArgumentException(PAYLOAD)))
        .isEqualTo("java.lang.IllegalArgumentException");
    assertThat(OperatorLog.rootOf(new SQLException(PAYLOAD))).isEqualTo("java.sql.SQLException");
    assertThat(OperatorLog.rootOf(new JMSException(PAYLOAD))).isEqualTo("jakarta.jms.JMSException");
  }

  @Test
  void aMessageOfOursIsToldAsItIs() {
    assertThat(OperatorLog.rootOf(new RuntimeException(new Ours("no broker was found"))))
        .isEqualTo(new Ours("no broker was found").getMessage());
  }

  private static final class Ours extends SemelException {
    private static final long serialVersionUID = 1L;

    Ours(String text) {
      super(Code.STORE_FAILED, text);
    }
  }
}
