// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

import org.apache.camel.AggregationStrategy;
import org.apache.camel.DynamicRouter;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.RecipientList;
import org.apache.camel.RoutingSlip;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bean's method may be a recipient list, by its annotation: no step of the model shows that. */
class AnnotatedBeansTest {

  private static final AggregationStrategy FORMER = (former, one) -> former == null ? one : former;

  private final SmallEstate estate = new SmallEstate();

  @BeforeEach
  void keyed() {
    estate.consumer("identity", "property:key");
    estate.consumer("attempts", "1");
    estate.camel.getRegistry().bind("former", FORMER);
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"inParallel", "swallowing", "inTime", "unkept", "passingOver", "slip", "router"})
  void whatABeanDistributesByAnAnnotationStaysInTheTransaction(String method) {
    start(method);
    estate.send("1", "a");
    await("it is parked, or taken in")
        .until(
            () ->
                estate.count("semel_parked", "true") == 1
                    || (estate.count("semel_claim", "true") == 1 && estate.queueIsEmpty()));
    assertThat(estate.count("semel_parked", "detail LIKE '%SEMEL-0311%'")).isEqualTo(1);
  }

  @Test
  void whatABeanDistributesWithinTheTransactionIsAStepLikeAnyOther() {
    start("within");
    estate.send("1", "a");
    await().until(() -> estate.count("semel_intent", "true") == 1);
    assertThat(estate.count("semel_parked", "true")).isZero();
  }

  @Test
  void aBeanThatIsNotInATransactionDistributesAsItLikes() {
    start("within");
    assertThatNoException()
        .isThrownBy(() -> estate.camel.createProducerTemplate().sendBody("direct:parallel", "x"));
  }

  private void start(String method) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).bean(Distributing.class, method);
            from("direct:called").to("intent:doors");
            from("direct:parallel").bean(Distributing.class, "inParallel");
          }
        });
  }

  /** Says where to go. */
  public static final class Distributing {
    @RecipientList
    public String within() {
      return "direct:called";
    }

    @RecipientList(parallelProcessing = true)
    public String inParallel() {
      return "log:a";
    }

    @RecipientList(aggregationStrategy = "former")
    public String swallowing() {
      return "log:a";
    }

    @RecipientList(parallelProcessing = false, timeout = 60_000)
    public String inTime() {
      return "log:a";
    }

    @RecipientList(cacheSize = -1)
    public String unkept() {
      return "seda:a";
    }

    @RecipientList(ignoreInvalidEndpoints = true)
    public String passingOver() {
      return "nobody:a";
    }

    @RoutingSlip(ignoreInvalidEndpoints = true)
    public String slip() {
      return "nobody:a";
    }

    @DynamicRouter(cacheSize = -1)
    public String router(@ExchangeProperty(Exchange.SLIP_ENDPOINT) String former) {
      return former == null ? "seda:a" : null;
    }
  }
}
