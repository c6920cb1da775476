// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.message.Identity;
import org.semel.operations.Identities.ForgetResult;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.ReleaseResult;

/** Routes that name their intents, so that a changed route neither repeats nor suppresses one. */
class NamedIntentsTest {

  private static final OperatorContext ANN = new OperatorContext("ann", "the route is mended");

  private final SmallEstate estate = new SmallEstate();
  private final Operations operations = new StartedOperations(() -> estate.engine().operations());
  private final List<String> sent = new CopyOnWriteArrayList<>();
  private final LogLines lines = new LogLines();
  private volatile boolean changed;

  @BeforeEach
  void keepBodies() {
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    estate.with("semel.consumer." + estate.name + ".keep-body", "true");
  }

  @AfterEach
  void stop() {
    estate.close();
    lines.close();
  }

  @Test
  void aReplayByAChangedRouteSendsWhatIsNewAndNothingTwice() {
    start("?name=invoice", "?name=confirmation");
    estate.send("1", "x");
    await().until(() -> delivered() == 1);
    changed = true;
    assertThat(replayed()).isEqualTo(new ReleaseResult.TookEffect(1));
    await().until(() -> delivered() == 2);
    assertThat(sent).containsExactly("confirmation", "invoice");
  }

  @Test
  void otherBytesUnderOneNameAreToldByAReplayToo() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .setBody(exchange -> changed ? "pay 999" : "pay 100")
                .to("intent:" + estate.name + "?name=payment");
            from("intent:" + estate.name)
                .process(exchange -> sent.add(exchange.getMessage().getBody(String.class)));
          }
        });
    estate.send("1", "x");
    await().until(() -> delivered() == 1);
    changed = true;
    assertThat(replayed()).isEqualTo(new ReleaseResult.TookEffect(1));
    await("the line of other bytes")
        .until(() -> lines.with("SEMEL-0516", estate.name + "/1").size() == 1);
    assertThat(sent).containsExactly("pay 100");
  }

  @Test
  void intentsOfOneNameAreNumberedWithinIt() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .to("intent:" + estate.name + "?name=first")
                .split(body().tokenize(","))
                .to("intent:" + estate.name + "?name=line")
                .end()
                .to("intent:" + estate.name);
            from("intent:" + estate.name)
                .process(exchange -> sent.add(exchange.getMessage().getBody(String.class)));
          }
        });
    estate.send("1", "a,b,c");
    await().until(() -> delivered() == 5);
    assertThat(sent).containsExactlyInAnyOrder("a,b,c", "a", "b", "c", "a,b,c");
    assertThat(estate.count("semel_intent", "name = 'line' AND ordinal IN (0, 1, 2)")).isEqualTo(3);
    assertThat(estate.count("semel_intent", "name = 'first' AND ordinal = 0")).isOne();
    assertThat(estate.count("semel_intent", "name IS NULL AND ordinal = 0")).isOne();
  }

  @Test
  void aDossierListsDeliveredIntentsByTheNamesThatRoutesGiveThem() {
    start("?name=invoice", "?name=confirmation");
    changed = true;
    estate.send("1", "x");
    await().until(() -> delivered() == 2);
    assertThat(operations.identities().dossier(identity()).intents()).hasSize(2);
  }

  @Test
  void behindAStepTheNextOfANameHasANumberOfItsOwn() {
    estate.with("semel.consumer." + estate.name + ".protocol", "store-first");
    estate.with("semel.consumer." + estate.name + ".connection-factory", SmallEstate.PLAIN);
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .to("intent:" + estate.name + "?name=mail")
                .to("inbox:step?name=half")
                .to("intent:" + estate.name + "?name=mail");
            from("intent:" + estate.name)
                .process(exchange -> sent.add(exchange.getMessage().getBody(String.class)));
          }
        });
    estate.send("1", "x");
    await().until(() -> delivered() == 2);
    assertThat(estate.count("semel_intent", "name = 'mail' AND ordinal IN (0, 1)")).isEqualTo(2);
  }

  @Test
  void whatIsNoNameIsRefusedAtTheStart() {
    assertThatThrownBy(() -> start("?name=two words", "?name=confirmation"))
        .hasStackTraceContaining("SEMEL-0610")
        .hasStackTraceContaining("two words");
  }

  @Test
  void aRouteThatDeliversHasNoNameForWhatItDelivers() {
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        from("intent:" + estate.name + "?name=invoice").log("x");
                      }
                    }))
        .hasStackTraceContaining("SEMEL-0610");
  }

  private void start(String invoice, String confirmation) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .choice()
                .when(exchange -> changed)
                .setBody(constant("invoice"))
                .to("intent:" + estate.name + invoice)
                .end()
                .setBody(constant("confirmation"))
                .to("intent:" + estate.name + confirmation);
            from("intent:" + estate.name)
                .process(exchange -> sent.add(exchange.getMessage().getBody(String.class)));
          }
        });
  }

  private ReleaseResult replayed() {
    assertThat(operations.identities().forget(identity(), ANN))
        .isEqualTo(new ForgetResult.Forgotten());
    long id = operations.kept().kept(estate.name, 0, 1).get(0).id();
    return operations.kept().replay(id, ANN);
  }

  private Identity identity() {
    return new Identity(estate.name, "1");
  }

  private long delivered() {
    return estate.count("semel_intent", "state = 'delivered'");
  }
}
