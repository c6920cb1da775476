// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.camel.ErrorHandlerFactory;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.matrix.Shows;
import org.semel.small.Jms;

/**
 * Steps that a transacted route must not have are refused before anything starts; all of them at
 * once.
 */
class RouteRulesTest {

  private final SmallEstate estate = new SmallEstate();

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void otherThreads() {
    assertRefused("threads", (route, b) -> route.threads().log("x"));
  }

  @Test
  void aWireTap() {
    assertRefused("wireTap", (route, b) -> route.wireTap("direct:x"));
  }

  @Test
  void seda() {
    assertRefused("seda", (route, b) -> route.to("seda:x"));
  }

  @Test
  void sedaBehindAProperty() {
    estate.with("where", "seda:x");
    assertRefused("seda", (route, b) -> route.to("{{where}}"));
  }

  @Test
  void aParallelSplit() {
    assertRefused("split", (route, b) -> route.split(b.body()).parallelProcessing().log("x"));
  }

  @Test
  void aParallelMulticastDeepInAChoice() {
    assertRefused(
        "multicast",
        (route, b) ->
            route
                .choice()
                .when(b.body().isNotNull())
                .multicast()
                .parallelProcessing()
                .to("log:a", "log:b"));
  }

  @Test
  void aParallelRecipientList() {
    assertRefused(
        "recipientList", (route, b) -> route.recipientList(b.header("to")).parallelProcessing());
  }

  @Test
  void anAggregator() {
    assertRefused(
        "aggregate",
        (route, b) ->
            route.aggregate(b.header("x"), (older, newer) -> newer).completionSize(2).log("x"));
  }

  @Test
  void aCircuitBreaker() {
    assertRefused("circuitBreaker", (route, b) -> route.circuitBreaker().log("x"));
  }

  @Test
  void whatIsDoneOnCompletion() {
    assertRefused(
        "onCompletion", (route, b) -> route.onCompletion().onCompleteOnly().log("x").end());
    assertRefused(
        "onCompletion", (route, b) -> route.onCompletion().parallelProcessing().log("x").end());
  }

  @Test
  void whatIsDoneOnCompletionOfAllRoutes() {
    assertConfigurationRefused("onCompletion", b -> b.onCompletion().log("x"));
  }

  @Test
  void aFailoverThatRetriesInATransactionThatIsDoomed() {
    assertRefused(
        "failover", (route, b) -> route.loadBalance().failover().to("log:a").to("log:b").end());
  }

  @Test
  void aRetryWhile() {
    assertConfigurationRefused(
        "retryWhile", b -> b.onException(Exception.class).retryWhile(b.constant(true)));
  }

  @Test
  void aSampleWhichAMessageThatComesAgainIsNotIn() {
    assertRefused("sample", (route, b) -> route.sample(2).log("x"));
  }

  /** The message would come again without what was split off before. */
  @Test
  void aSplitWithAWatermark() {
    assertRefused(
        "watermarkKey",
        (route, b) -> route.split(b.body()).resumeStrategy("marks").watermarkKey("lines").log("x"));
  }

  /** What it has not done by then would be lost, as it ends well. */
  @Test
  void aLoopThatEndsWhenItsRouteIsStopped() {
    assertRefused("breakOnShutdown", (route, b) -> route.loop(3).breakOnShutdown().log("x"));
  }

  /** The message would commit, and what should have been sent there would be missing. */
  @Test
  void aRouteThatIsPassedOverIfItIsNotThere() {
    estate.with("must.be.there", "false");
    assertRefused(
        "(to failIfNoConsumers)",
        (route, b) -> route.to("direct:absent?block=false&failIfNoConsumers={{must.be.there}}"));
    assertRefused(
        "(enrich failIfNoConsumers)",
        (route, b) -> route.enrich("direct:absent?failIfNoConsumers=FALSE"));
  }

  @Test
  void anEndpointThatIsPassedOverIfThereIsNone() {
    assertRefused("(toD ignoreInvalidEndpoint)", (route, b) -> route.toD("${header.to}", true));
    assertRefused(
        "(recipientList ignoreInvalidEndpoint)",
        (route, b) -> route.recipientList(b.header("to")).ignoreInvalidEndpoints());
    assertRefused(
        "(routingSlip ignoreInvalidEndpoint)",
        (route, b) -> route.routingSlip(b.header("to")).ignoreInvalidEndpoints());
    assertRefused(
        "(dynamicRouter ignoreInvalidEndpoint)",
        (route, b) -> route.dynamicRouter(b.header("to")).ignoreInvalidEndpoints());
    assertRefused(
        "(enrich ignoreInvalidEndpoint)",
        (route, b) -> route.enrich().header("to").ignoreInvalidEndpoint());
    assertRefused(
        "(pollEnrich ignoreInvalidEndpoint)",
        (route, b) -> route.pollEnrich().header("to").ignoreInvalidEndpoint());
  }

  /** The intent would count as delivered. */
  @Test
  void aProviderThatIsPassedOverIfThereIsNone() {
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        from("intent:out").routeId("out").toD("${header.to}", true);
                      }
                    }))
        .hasMessageContainingAll("SEMEL-0601", "Route out", "(toD ignoreInvalidEndpoint)");
  }

  @Test
  void aSaga() {
    assertRefused("saga", (route, b) -> route.saga().log("x"));
  }

  @Test
  void aRecipientListWhoseStrategyCouldSwallowAFailure() {
    assertRefused(
        "recipientList",
        (route, b) ->
            route.recipientList(b.constant("log:a")).aggregationStrategy((older, newer) -> newer));
  }

  @Test
  void anEnrichmentWhoseStrategyIsGivenFailures() {
    assertRefused(
        "aggregateOnException",
        (route, b) -> route.enrich("direct:x", (older, newer) -> older, true));
  }

  @Test
  void keysThatARollBackDoesNotUndo() {
    assertRefused(
        "idempotentConsumer",
        (route, b) ->
            route.idempotentConsumer(b.body(), new MemoryIdempotentRepository()).log("x").end());
  }

  @Test
  void anEnrichmentFromAnotherThread() {
    assertRefused("seda", (route, b) -> route.enrich("seda:x"));
  }

  @Test
  void aDynamicEndpointOnAnotherThread() {
    assertRefused("seda", (route, b) -> route.toD("seda:${header.x}"));
  }

  @Test
  void aRouteThatIsTransactedByAPolicy() {
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        from("direct:in").policy("PROPAGATION_REQUIRED").to("seda:x");
                      }
                    }))
        .hasMessageContaining("SEMEL-0601");
  }

  @Test
  void aComponentThatHandsOnToOtherThreadsWhateverItIsCalled() {
    estate.with("semel.consumer." + estate.name + ".external", "allowed");
    estate.camel.getRegistry().bind("own", estate.camel.getComponent("seda", true, false));
    assertRefused("own", (route, b) -> route.to("own:x"));
  }

  @Test
  void aQueueThatTheMessageDecidesOnWhateverItsComponentIsCalled() {
    estate.with("semel.consumer." + estate.name + ".external", "allowed");
    estate.camel.getRegistry().bind("own", new JmsComponent());
    assertRefused("toD", (route, b) -> route.toD("own:queue:${header.x}"));
  }

  @Test
  void whatCannotBeUndone() {
    assertRefused("http", (route, b) -> route.to("http://localhost:1/"));
    assertRefused("smtp", (route, b) -> route.choice().when(b.body().isNull()).to("smtp://x"));
    assertRefused("file", (route, b) -> route.pollEnrich("file:target"));
    assertRefused("https", (route, b) -> route.toD("https://localhost/${header.x}"));
    assertRefused("never-heard-of", (route, b) -> route.to("never-heard-of:x"));
    assertRefused("ftp", (route, b) -> route.to("direct:answer"), "ftp://x");
    assertRefused("xslt", (route, b) -> route.to("xslt:style.xsl?output=FILE"));
  }

  /** What is written there is not undone with the message. */
  @Test
  void aTransactionOfTheRoutesOwn() {
    assertRefused("(transacted)", (route, b) -> route.transacted("PROPAGATION_REQUIRES_NEW"));
    assertRefused(
        "(transacted)", (route, b) -> route.transacted("#bean:PROPAGATION_NOT_SUPPORTED"));
    estate.with("own", "PROPAGATION_REQUIRES_NEW");
    assertRefused("(policy)", (route, b) -> route.policy("{{own}}"));
  }

  @Test
  void whatCannotBeUndoneIsAllowedWhereThePolicySaysSo() {
    estate.with("semel.consumer." + estate.name + ".external", "allowed");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("http://localhost:1/");
          }
        });
    assertThat(estate.camel.getRoutesSize()).isEqualTo(1);
  }

  @Test
  void ofTwoRoutesFromOneQueueBothAreLookedOver() {
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        from("jms:queue:x?selector=a").routeId("a").transacted().to("seda:x");
                        from("jms:queue:x?selector=b").routeId("b").transacted().log("x");
                      }
                    }))
        .hasMessageContaining("Route a");
  }

  @Test
  void aStatementThatTheMessageDecidesOn() {
    assertRefused("toD", (route, b) -> route.toD("sql:${header.query}"));
  }

  @Test
  void aRelayThatSharesItsTransactionWithARouteThatSendsOverHttp() {
    assertTransferRefused("direct:post", "does over http what a rollback does not undo");
  }

  @Test
  void aRelayThatSharesItsTransactionWithARouteThatSendsNothingOverJms() {
    assertTransferRefused("log:x", "sends nothing over JMS, which is what transfer=xa is for");
  }

  private void assertTransferRefused(String to, String why) {
    estate.with("semel.destination.out.transfer", "xa");
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        from("intent:out").routeId("out").to(to);
                        from("intent:out?query=true").to("http://localhost:1/may-be-asked");
                        from("direct:post").to("jms:queue:x").to("http://localhost:1/");
                      }
                    }))
        .hasMessageContaining("SEMEL-0601")
        .hasMessageContaining(why);
  }

  @Test
  void aStepOfARouteThatIsCalled() {
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        from("inbox:" + estate.name).to("direct:a");
                        from("direct:a").to("direct://b?block=false");
                        from("direct:b").routeId("called").to("seda:x");
                      }
                    }))
        .hasMessageContaining("SEMEL-0601")
        .hasMessageContaining("Route called");
  }

  @Test
  void aStepOfATransactedRoute() {
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        from("direct:in").transacted().to("seda:x");
                      }
                    }))
        .hasMessageContaining("SEMEL-0601");
  }

  @Test
  void aHandledException() {
    assertConfigurationRefused("handled", b -> b.onException(Exception.class).handled(true));
  }

  @Test
  void aContinuedException() {
    assertConfigurationRefused("continued", b -> b.onException(Exception.class).continued(true));
  }

  @Test
  void aRetryInside() {
    assertConfigurationRefused(
        "maximumRedeliveries", b -> b.onException(Exception.class).maximumRedeliveries(3));
  }

  @Test
  void aRetryInsideByTheErrorHandler() {
    assertConfigurationRefused(
        "maximumRedeliveries", b -> b.errorHandler(b.defaultErrorHandler().maximumRedeliveries(2)));
  }

  @Test
  void aDeadLetterChannel() {
    assertConfigurationRefused(
        "deadLetterChannel", b -> b.errorHandler(b.deadLetterChannel("log:dead")));
  }

  /** What it is nobody can see here; a dead letter channel would let a failure commit. */
  @Test
  void anErrorHandlerByReference() {
    assertConfigurationRefused("errorHandler bean:dead", b -> b.errorHandler("bean:dead"));
  }

  @Test
  void aRedeliveryPolicyByReference() {
    assertConfigurationRefused(
        "redeliveryPolicyRef", b -> b.onException(Exception.class).redeliveryPolicyRef("often"));
  }

  @Test
  void aRedeliveryPolicyOfTheErrorHandlerByReference() {
    assertConfigurationRefused(
        "redeliveryPolicyRef",
        b -> b.errorHandler(b.defaultErrorHandler().redeliveryPolicyRef("often")));
  }

  @Test
  void aRetryOfTheErrorHandlerByReference() {
    assertConfigurationRefused(
        "retryWhileRef", b -> b.errorHandler(b.defaultErrorHandler().retryWhileRef("always")));
  }

  /** What is not known to be harmless is refused. */
  @Test
  void anErrorHandlerOfOnesOwn() {
    assertConfigurationRefused(
        "errorHandler " + Own.class.getName(), b -> b.errorHandler(new Own()));
  }

  private static final class Own implements ErrorHandlerFactory {

    @Override
    public boolean supportTransacted() {
      return true;
    }

    @Override
    public ErrorHandlerFactory cloneBuilder() {
      return this;
    }
  }

  @Test
  void noErrorHandlerAtAllIsLeftAlone() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            errorHandler(noErrorHandler());
            from("inbox:" + estate.name).log("x");
          }
        });
  }

  @Test
  void everythingThatIsWrongIsToldAtOnce() {
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        onException(Exception.class).handled(true);
                        from("inbox:" + estate.name).routeId("a").to("seda:x");
                        from("inbox:other").routeId("b").threads().log("x");
                      }
                    }))
        .hasMessageContaining("SEMEL-0105")
        .hasMessageContaining("Route a runs in a transaction and sends to an endpoint")
        .hasMessageContaining("Route b runs in a transaction and hands on to other threads")
        .hasMessageContaining("Route a runs in a transaction and hides failures");
  }

  @Test
  void whatIsOrdinaryIsLeftAlone() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            onException(IllegalStateException.class).handled(false).log("x");
            from("inbox:" + estate.name)
                .split(body().tokenize(","))
                .log("x")
                .end()
                .multicast()
                .to("log:a", "log:b")
                .end()
                .doTry()
                .log("x")
                .doCatch(Exception.class)
                .log("y")
                .end()
                .to("direct:next");
            from("direct:next").log("z");
            from("seda:elsewhere").threads().log("not in a transaction");
          }
        });
    assertThat(estate.camel.getRoutesSize()).isEqualTo(3);
  }

  @Test
  @Shows("C7 none")
  void sendingOverJmsWhereTheReceiptFollowsTheTransaction() {
    estate.with("semel.consumer." + estate.name + ".protocol", "ack-after-commit");
    assertRefused("sends over JMS", (route, b) -> route.to("direct:answer"), "jms:queue:answers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ack-after-commit", "store-first"})
  void anIntentWhoseOwnRouteSendsOverJmsIsLeftAloneWhereTheReceiptFollows(String protocol) {
    String answers = Jms.queue(estate.server.broker());
    estate.sendingInNoTransaction();
    estate.with("semel.consumer." + estate.name + ".protocol", protocol);
    estate.with("semel.consumer." + estate.name + ".connection-factory", SmallEstate.PLAIN);
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("direct:answer");
            from("direct:answer").to("intent:" + answers);
            from("intent:" + answers).to("jms:queue:" + answers);
          }
        });
    estate.send("a", "x");
    await().until(() -> estate.server.broker().messages(answers) == 1);
  }

  @Test
  void sendingOverJmsInTheSameTransactionIsLeftAlone() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("jms:queue:answers");
          }
        });
    assertThat(estate.camel.getRoutesSize()).isEqualTo(1);
  }

  @Test
  void aStepWhereNothingIsStoredFirst() {
    assertRefused("SEMEL-0604", (route, b) -> route.to("inbox:step?name=a"));
  }

  @Test
  void aStepInsideAChoice() {
    storeFirst();
    assertRefused(
        "inside another block",
        (route, b) -> route.choice().when(b.body().isNotNull()).to("inbox:step?name=a"));
  }

  @Test
  void aStepInsideASplitOrALoop() {
    storeFirst();
    assertRefused(
        "inside another block",
        (route, b) -> route.split(b.body()).to("inbox:step?name=a").end().log("x"));
    assertRefused("inside another block", (route, b) -> route.loop(2).to("inbox:step?name=a"));
  }

  @Test
  void aStepInARouteThatIsCalled() {
    storeFirst();
    assertRefused(
        "does not begin with", (route, b) -> route.to("direct:answer"), "inbox:step?name=a");
  }

  /** A route that resumes behind the second would begin behind the first. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "inbox:step?name=a",
        "inbox://step?name=a",
        "inbox:step?name=RAW(a)",
        "inbox:step?name=%61"
      })
  void aStepOfANameThatStandsTwice(String again) {
    storeFirst();
    assertRefused("twice", (route, b) -> route.to("inbox:step?name=a").log("x").to(again));
  }

  @Test
  void aRouteWithoutAnIdIsToldByWhereItBegins() {
    assertRefused(
        "Route from inbox:" + estate.name + " runs", (route, b) -> route.threads().log("x"));
    assertRefused("Route mine runs", (route, b) -> route.routeId("mine").threads().log("x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"inbox:step", "inbox://effect", "inbox:step?name=a"})
  void aRouteThatBeginsWithACommandOfTheInbox(String uri) {
    assertThatThrownBy(() -> estate.start(between(uri, "log:x")))
        .hasMessageContaining("SEMEL-0609")
        .hasMessageContaining("begins with " + uri);
  }

  @ParameterizedTest
  @ValueSource(strings = {"inbox:step", "inbox:effect?name="})
  void aCommandOfTheInboxWithoutAName(String uri) {
    assertThatThrownBy(() -> estate.start(between("inbox:" + estate.name, uri)))
        .hasMessageContaining("SEMEL-0609")
        .hasMessageContaining("sends to " + uri);
  }

  @Test
  void aCommandOfTheInboxWithoutANameInARouteThatComesLate() {
    estate.start(between("direct:first", "log:x"));
    assertThatThrownBy(() -> estate.camel.addRoutes(between("direct:late", "inbox:step")))
        .hasStackTraceContaining("SEMEL-0609");
    assertThatThrownBy(() -> estate.camel.addRoutes(between("inbox:effect?name=a", "log:x")))
        .hasStackTraceContaining("SEMEL-0609");
  }

  private static RouteBuilder between(String from, String to) {
    return new RouteBuilder() {
      @Override
      public void configure() {
        from(from).to(to);
      }
    };
  }

  private void storeFirst() {
    estate.with("semel.consumer." + estate.name + ".protocol", "store-first");
  }

  private void assertRefused(
      String step, BiConsumer<RouteDefinition, RouteBuilder> steps, String behindDirect) {
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        steps.accept(from("inbox:" + estate.name), this);
                        from("direct:answer").to(behindDirect);
                      }
                    }))
        .hasMessageContaining("SEMEL-060")
        .hasMessageContaining(step);
  }

  private void assertRefused(String step, BiConsumer<RouteDefinition, RouteBuilder> steps) {
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        steps.accept(from("inbox:" + estate.name), this);
                      }
                    }))
        .hasMessageContaining("SEMEL-060")
        .hasMessageContaining(step);
    assertThat(estate.camel.isStarted()).isFalse();
  }

  private void assertConfigurationRefused(String step, Consumer<RouteBuilder> configuration) {
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        configuration.accept(this);
                        from("inbox:" + estate.name).log("x");
                      }
                    }))
        .hasMessageContaining("SEMEL-0601")
        .hasMessageContaining(step);
  }
}
