// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.edge.server.JndiServer;
import org.semel.internal.engine.loop.Gate;
import org.semel.testkit.Run.Sent;

/**
 * A trial inside a deployed application, as far as it can be shown outside. That it runs there, and
 * what it finds, {@code QuickstartIT} shows on both servers.
 */
class InServerTest {

  private static final String NOT_THERE = "Not available inside a deployed application: ";

  static Stream<Consumer<Trial>> whatNeedsAMachineOfItsOwn() {
    return Stream.of(Trial::dying, Trial::losingAnswers, Trial::killed);
  }

  @ParameterizedTest
  @MethodSource("whatNeedsAMachineOfItsOwn")
  void whatNeedsAMachineOfItsOwnSaysThatItIsNotThereAndWhereItIs(Consumer<Trial> call) {
    assertThatThrownBy(() -> call.accept(Trial.inServer()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(NOT_THERE)
        .hasMessageContaining("Run the class itself, without Arquillian");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "cloudevent; {\"id\":\"a-1\",\"n\":1}; {\"id\":\"a-1-x\",\"n\":1}",
        "json:/order/no; {\"order\":{\"no\":\"7\"}}; {\"order\":{\"no\":\"7-x\"}}",
        "composite:property:none,json:/no; {\"no\":\"7\"}; {\"no\":\"7-x\"}"
      })
  void aMessageGetsAnotherIdentityInWhatTheRuleReads(String rule, String body, String other) {
    assertThat(marked(rule, body, Map.of()).body()).isEqualTo(other);
  }

  @ParameterizedTest
  @CsvSource({"property:no, no", "cloudevent, ce_id", "cloudevent, cloudEvents_id"})
  void aPropertyThatTheRuleReadsIsMarked(String rule, String property) {
    assertThat(marked(rule, "text", Map.of(property, "7")))
        .isEqualTo(new Sent("orders", "text", Map.of(property, "7-x")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "simple:${body}",
        "header:JMSMessageID",
        "json:/number",
        "json:/none",
        "property:no"
      })
  void aRuleThatReadsWhatATestCannotWriteIsNamed(String rule) {
    assertThatThrownBy(() -> marked(rule, "{\"number\":7}", Map.of()))
        .hasMessageContaining(NOT_THERE)
        .hasMessageContaining(rule);
  }

  @Test
  void aNumberThatEachRunAddsToIsComparedByItsSum() {
    Rows first = account("50").since(account("0"));
    Rows second = account("100").since(account("50"));
    Rows twice = account("200").since(account("100"));
    Set<String> ignored = first.volatileBeside(second);
    assertThat(first.differences(second, ignored)).isEmpty();
    assertThat(first.differences(twice, ignored))
        .extracting(Difference::toString)
        .containsExactly(
            "account, sums: one more (balance=100)", "account, sums: missing (balance=50)");
  }

  @Test
  void aRowThatCameTwiceIsOneMore() {
    Rows none = rooms();
    Rows once = rooms("a room").since(none);
    Rows twice = rooms("a room", "a room").since(none);
    assertThat(once.differences(twice, Set.of()))
        .containsExactly(new Difference("room", "title=a room", true));
  }

  @Test
  void aRouteWhoseOnlyEffectIsAnIntentIsJudged() throws Exception {
    Report report = inServer(Faults.MailRoutes.class);
    assertThat(report.isExact()).as(report.toString()).isTrue();
  }

  @Test
  void aTestThatSeesNoSecondEffectFails() throws Exception {
    Report report = inServer(Faults.NoEffectRoutes.class);
    assertThat(report.isExact()).isFalse();
    assertThat(report.toString()).contains("THE TEST SEES NOTHING");
  }

  /** The kit's own server stands for the one that an application is deployed on. */
  @SuppressWarnings("UnnecessaryAssignment") // a server injects them
  private static Report inServer(Class<?> routes) throws Exception {
    Setup setup =
        new Setup(
            List.of(routes),
            List.of("db/bookings.sql"),
            List.of("mail.url"),
            Map.of(
                "semel.consumer.bookings.identity", "property:bookingNo",
                "semel.destination.mail.keys", "honoured",
                "semel.destination.mail.key-life", "1d"));
    Provider provider = new Provider();
    provider.begin(path -> {}, path -> {});
    EmbeddedServer server = EmbeddedServer.shared();
    server.queue("bookings");
    server.queue("semel.probe");
    String database = server.database(setup.scripts());
    Application application =
        Application.start(
            setup,
            Application.policy(setup, provider),
            database,
            CrashPoints.calm(),
            server.inside());
    try {
      ApplicationInServer deployed = new ApplicationInServer();
      deployed.database = server.owner(database);
      deployed.servlets = Application.servlets(InServerTest.class.getClassLoader());
      JndiServer names = JndiServer.here(Duration.ZERO, new Gate());
      return new Trial(() -> new Deployed(deployed, names), true)
          .send("bookings", "a room", Map.of("bookingNo", "4711"))
          .twice()
          .report();
    } finally {
      application.stop();
      server.drop(database);
    }
  }

  private static Rows account(String balance) {
    return new Rows(Map.of("account", Map.of("balance", List.of(balance))));
  }

  private static Rows rooms(String... titles) {
    return new Rows(Map.of("room", Map.of("title", List.of(titles))));
  }

  private static Sent marked(String rule, String body, Map<String, String> properties) {
    return new Receiving("orders", "jms/semelXA", rule)
        .marked(new Sent("orders", body, properties), "-x");
  }
}
