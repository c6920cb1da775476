// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.operate.plan.ApprovalRule;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.operations.OperatorContext;
import org.semel.operations.Plan;
import org.semel.operations.PlanActs.Made;
import org.semel.operations.Selection;
import org.semel.small.SmallServer;

/** Between the two statements of a freeze another plan of the same messages may end. */
class FreezeRaceTest {

  private static final OperatorContext ANN = new OperatorContext("ann", "mended");
  private static final Plan.Pace PACE = new Plan.Pace(100, 10);

  private final SmallServer server = SmallServer.shared();
  private final String consumer = "c-" + UUID.randomUUID();
  private final AtomicBoolean ended = new AtomicBoolean();

  @Test
  void aPlanThatEndsWhileItsMessagesAreFrozenAnewIsInNobodysWay() {
    park();
    Plan first = ((Made.Frozen) freeze(new PlanTable(server.jdbc(), ApprovalRule.NONE))).plan();
    Made second =
        freeze(new PlanTable(new Jdbc(beforeALook(() -> withdraw(first))), ApprovalRule.NONE));
    assertThat(ended).isTrue();
    assertThat(second)
        .isInstanceOfSatisfying(
            Made.Frozen.class, made -> assertThat(made.plan().id()).isNotEqualTo(first.id()));
  }

  private Made freeze(PlanTable plans) {
    return ((Committed<Made>)
            server
                .transactions()
                .inNew(
                    Duration.ofSeconds(30),
                    () -> Decision.commit(plans.freeze(Selection.parked(consumer, 10), PACE, ANN))))
        .value();
  }

  private void park() {
    ParkedMessage parked =
        new ParkedMessage(
            consumer,
            Messages.text("x"),
            new Verdict(ParkingReason.NO_IDENTITY, "x"),
            IdentityEvidence.unknown());
    server
        .transactions()
        .inNew(
            Duration.ofSeconds(30),
            () -> {
              new ParkedTable(server.jdbc()).park(List.of(parked));
              return Decision.commit(parked);
            });
  }

  private void withdraw(Plan plan) {
    server.postgres().execute("UPDATE semel_plan SET state = 'withdrawn' WHERE id = " + plan.id());
    ended.set(true);
  }

  /** The server's connections; once, just before a plan is looked for, {@code act} is done. */
  private DataSource beforeALook(Runnable act) {
    return through(
        DataSource.class,
        server.dataSource(),
        (name, arguments, result) ->
            name.equals("getConnection")
                ? through(
                    Connection.class,
                    (Connection) result,
                    (called, with, statement) -> {
                      if (called.equals("prepareStatement")
                          && with[0].toString().startsWith("SELECT id, consumer")
                          && !ended.get()) {
                        CompletableFuture.runAsync(act).join();
                      }
                      return statement;
                    })
                : result);
  }

  @FunctionalInterface
  private interface Eavesdropper {
    Object heard(String name, Object[] arguments, Object result);
  }

  private static <T> T through(Class<T> type, T real, Eavesdropper ear) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return ear.heard(method.getName(), arguments, method.invoke(real, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
