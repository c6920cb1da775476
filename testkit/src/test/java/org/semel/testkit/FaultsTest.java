// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.SemelException;

/** Each fault that a user may write is found, by the name of its step. */
class FaultsTest {

  private static final String STEP = "book, step 2 of 3, bean(";

  @Test
  void anApplicationWithoutFaultsIsExact() {
    Report report = everything(trial(Faults.RightRoutes.class, Faults.Book.class)).report();
    assertThat(report.isExact()).as(report.toString()).isTrue();
    assertThat(report.points()).isGreaterThanOrEqualTo(12);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NewTransaction",
        "NoTransaction",
        "OwnConnection",
        "OtherThread",
        "DirectCall",
        "Cache",
        "StaticState"
      })
  void aFaultInABeanIsFoundByTheNameOfItsStep(String fault) throws ClassNotFoundException {
    Report report =
        trial(named(fault + "Routes"), named(fault), Faults.Book.class)
            .failing()
            .withoutControl()
            .report();
    assertThat(report.isExact()).isFalse();
    assertThat(report.names(STEP)).as(report.toString()).isTrue();
    assertThat(report.toString()).contains("Instead: ");
  }

  @ParameterizedTest
  @CsvSource({"Letter, 1 messages in DLQ", "Blame, 1 attempts that count"})
  void whatNoRunMayLeaveIsFoundThoughARunWithoutFaultsLeavesItToo(String fault, String left)
      throws ClassNotFoundException {
    Report report =
        trial(named(fault + "Routes"), named(fault), Faults.Book.class).withoutControl().report();
    assertThat(report.isExact()).isFalse();
    assertThat(report.toString()).contains(left);
  }

  /** Nothing fails behind it but the route's end. */
  @Test
  void aFaultInTheLastStepIsFoundByItsNameToo() {
    Report report =
        trial(Faults.LastStepRoutes.class, Faults.OwnConnection.class, Faults.Book.class)
            .failing()
            .withoutControl()
            .report();
    assertThat(report.names("book, step 1 of 1, bean(")).as(report.toString()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"SendingRoutes", "SedaRoutes", "ParallelRoutes", "HandledRoutes"})
  void aFaultThatTheRouteShowsIsRefusedAtTheStart(String fault) throws ClassNotFoundException {
    Trial trial = trial(named(fault), Faults.Book.class);
    assertThatThrownBy(trial::report)
        .isInstanceOf(SemelException.class)
        .hasMessageContaining("book");
  }

  @Test
  void anIdentityThatIsNotTheProducersIsFound() {
    Report report =
        trial(
                Map.of("semel.consumer.bookings.identity", "header:JMSMessageID"),
                Faults.RightRoutes.class,
                Faults.Book.class)
            .twice()
            .report();
    assertThat(report.names("identity")).as(report.toString()).isTrue();
  }

  @Test
  void aStepThatSwallowsWhatTheDatabaseSaysIsHarmless() {
    Report report =
        everything(trial(Faults.SwallowingRoutes.class, Faults.Swallowing.class, Faults.Book.class))
            .report();
    assertThat(report.isExact()).as(report.toString()).isTrue();
  }

  @Test
  void aTestThatSeesNoSecondEffectFails() {
    Report report = trial(Faults.NoEffectRoutes.class).report();
    assertThat(report.isExact()).as(report.toString()).isFalse();
    assertThat(report.toString()).contains("THE TEST SEES NOTHING");
  }

  @Test
  void aSecondEffectAtAProviderAloneIsSeen() {
    Report report = trial(Faults.MailRoutes.class).losingAnswers().report();
    assertThat(report.isExact()).as(report.toString()).isTrue();
  }

  @Test
  void aVirtualMachineThatIsKilledLosesAndDoublesNothing() {
    Report report = trial(Faults.RightRoutes.class, Faults.Book.class).killed().report();
    assertThat(report.isExact()).as(report.toString()).isTrue();
    assertThat(report.runs()).isGreaterThanOrEqualTo(5);
  }

  @Test
  void aKillFindsAWriteThatStaysWhenTheTransactionDoesNot() {
    Report report =
        trial(Faults.OwnConnectionRoutes.class, Faults.OwnConnection.class, Faults.Book.class)
            .killedBefore("database prepares")
            .withoutControl()
            .report();
    assertThat(report.isExact()).isFalse();
    assertThat(report.toString())
        .contains(
            "one more (title=a room), when it is killed before after book: database prepares");
  }

  @Test
  void anIntentThatMustNotBeSentAgainIsNamedAsParked() {
    Map<String, String> policy = policy(Map.of("semel.destination.mail.keys", "ignored"));
    policy.remove("semel.destination.mail.key-life");
    Report report = sent(policy, Faults.MailRoutes.class).dying().report();
    assertThat(report.toString()).contains("intent mail: OUTCOME_UNKNOWN");
  }

  private static Class<?> named(String fault) throws ClassNotFoundException {
    return Class.forName(Faults.class.getName() + "$" + fault);
  }

  private static Trial everything(Trial trial) {
    return trial.twice().together().late().losingAnswers().failing().dying();
  }

  private static Trial trial(Class<?>... beans) {
    return trial(Map.of(), beans);
  }

  private static Trial trial(Map<String, String> policy, Class<?>... beans) {
    return sent(policy(policy), beans);
  }

  private static Trial sent(Map<String, String> policy, Class<?>... beans) {
    Setup setup =
        new Setup(List.of(beans), List.of("db/bookings.sql"), List.of("mail.url"), policy);
    return new Trial(setup).send("bookings", "a room", Map.of("bookingNo", "4711"));
  }

  private static Map<String, String> policy(Map<String, String> more) {
    Map<String, String> policy = new TreeMap<>();
    policy.put("semel.consumer.bookings.identity", "property:bookingNo");
    policy.put("semel.destination.mail.keys", "honoured");
    policy.put("semel.destination.mail.key-life", "1d");
    policy.putAll(more);
    return policy;
  }
}
