// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import java.net.ConnectException;
import java.nio.charset.CharacterCodingException;
import java.sql.SQLException;
import java.util.Map;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.boot.LogLines;
import org.semel.message.Body;
import org.semel.message.Headers;

class OperatorLogTest {

  private static final String PAYLOAD = "card 4111 1111 1111 1111";

  private final LogLines lines = new LogLines();

  @AfterEach
  void close() {
    lines.close();
  }

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

  @Test
  void aFailureInALineIsToldWithoutItsWords() {
    OperatorLog.warn(
        Code.API_FAILED, "It failed: %s.", new SQLException("Key (" + PAYLOAD + ")", "23505"));
    assertThat(lines.with("It failed"))
        .containsExactly("SEMEL-0821 It failed: java.sql.SQLException (SQLState 23505).");
  }

  @Test
  void ofAMessageInALineNoPayloadIsTold() throws CharacterCodingException {
    OperatorLog.warn(
        Code.API_FAILED, "%s, %s.", Body.text(PAYLOAD, null), Headers.of(Map.of("x", PAYLOAD)));
    assertThat(lines.with("TEXT of 24 bytes")).hasSize(1);
    assertThat(lines.with("4111")).isEmpty();
  }

  @Test
  void whatIsNotThereIsToldAsThat() {
    OperatorLog.warn(Code.API_FAILED, "Nobody: %s.", (Object) null);
    assertThat(lines.with("Nobody: null.")).hasSize(1);
  }

  private static final class Ours extends SemelException {
    private static final long serialVersionUID = 1L;

    Ours(String text) {
      super(Code.STORE_FAILED, text);
    }
  }
}
