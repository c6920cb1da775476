// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.ExchangeHelper;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Outside a transaction our repository does what Camel's own do: the same messages, through the
 * same route, reach the same steps and leave the same keys behind, whatever the idempotent
 * consumers are set to and however they lie to each other.
 */
class LikeCamelsOwnTest {

  private static final SmallEstate ESTATE = new SmallEstate();

  private static final List<String> KEYS = List.of("order", "customer", "a", "b", "0", "1");

  @BeforeAll
  static void start() {
    ESTATE.server.postgres().execute("GRANT UPDATE (owner), DELETE ON semel_claim TO semel");
    ESTATE.start();
  }

  @AfterAll
  static void stop() {
    ESTATE.close();
  }

  static Stream<Arguments> everyRouteInEverySetUp() {
    return Arrays.stream(Shape.values())
        .flatMap(shape -> Options.all().map(options -> Arguments.of(shape, options)));
  }

  @ParameterizedTest
  @MethodSource("everyRouteInEverySetUp")
  void theSameMessagesReachTheSameStepsAndLeaveTheSameKeys(Shape shape, Options options)
      throws Exception {
    String ours = "semel:" + UUID.randomUUID();
    assertThat(
            trace(
                shape,
                options,
                ESTATE.camel.getRegistry().lookupByNameAndType(ours, IdempotentRepository.class)))
        .isEqualTo(trace(shape, options, MemoryIdempotentRepository.memoryIdempotentRepository()));
  }

  private static List<String> trace(Shape shape, Options options, IdempotentRepository repository)
      throws Exception {
    Trace trace = new Trace(shape, options, repository);
    try (DefaultCamelContext camel = new DefaultCamelContext()) {
      camel.addRoutes(trace);
      camel.start();
      ProducerTemplate producer = camel.createProducerTemplate();
      for (String failing : shape.failures()) {
        trace.send(producer, failing);
      }
    }
    return trace.events;
  }

  /** How idempotent consumers lie to each other. */
  private enum Shape {
    ALONE,
    NESTED,
    TWICE,
    CALLED,
    SPLIT,
    SPLIT_OF_ONE_UNIT,
    LOOP,
    LOOP_OF_COPIES,
    FORGETFUL,
    HANDED_OVER,
    ENRICHED,
    HANDLED;

    /** Where the messages fail that come one after the other. */
    private List<String> failures() {
      return this == SPLIT || this == SPLIT_OF_ONE_UNIT
          ? List.of("b", "end", "nowhere", "nowhere")
          : List.of("end", "nowhere", "nowhere");
    }
  }

  /** All that an idempotent consumer of ours may be set to: {@code eager=false} is refused. */
  private record Options(boolean skipDuplicate, boolean removeOnFailure, boolean completionEager) {

    static Stream<Options> all() {
      return Stream.iterate(0, i -> i < 8, i -> i + 1)
          .map(i -> new Options((i & 1) == 0, (i & 2) == 0, (i & 4) != 0));
    }
  }

  private static final class Trace extends RouteBuilder {

    private final Shape shape;
    private final Options options;
    private final IdempotentRepository repository;
    private final List<String> events = new ArrayList<>();

    Trace(Shape shape, Options options, IdempotentRepository repository) {
      this.shape = shape;
      this.options = options;
      this.repository = repository;
    }

    @Override
    public void configure() {
      if (shape == Shape.HANDLED) {
        onException(IllegalStateException.class).handled(true);
      }
      ProcessorDefinition<?> order = once(from("direct:in"), constant("order"));
      (switch (shape) {
            case ALONE, HANDLED -> order;
            case NESTED -> once(order, constant("customer")).end();
            case TWICE -> once(order, constant("order")).end();
            case CALLED -> order.to("direct:called");
            case ENRICHED -> order.enrich("direct:called", (mine, found) -> mine);
            case SPLIT -> once(order.split(body().tokenize(",")), body()).end().end();
            case SPLIT_OF_ONE_UNIT ->
                once(order.split(body().tokenize(",")).shareUnitOfWork(), body()).end().end();
            case LOOP -> once(order.loop(2), exchangeProperty(Exchange.LOOP_INDEX)).end().end();
            case LOOP_OF_COPIES ->
                once(order.loop(2).copy(), exchangeProperty(Exchange.LOOP_INDEX)).end().end();
            case FORGETFUL -> order.removeProperties("*");
            case HANDED_OVER -> order.process(Trace::handOver);
          })
          .process(exchange -> failAt("end", exchange));
      once(from("direct:called"), constant("customer"));
      from("direct:elsewhere").process(exchange -> failAt("end", exchange));
    }

    private ProcessorDefinition<?> once(ProcessorDefinition<?> route, Expression key) {
      return route
          .idempotentConsumer(key)
          .idempotentRepository(repository)
          .skipDuplicate(options.skipDuplicate)
          .removeOnFailure(options.removeOnFailure)
          .completionEager(options.completionEager)
          .process(
              exchange -> {
                events.add("for " + key + " by " + exchange.getMessage().getBody());
                failAt("b", exchange);
              });
    }

    /** As {@code seda:} does: another exchange ends what this one has begun. */
    private static void handOver(Exchange exchange) {
      try (ProducerTemplate producer = exchange.getContext().createProducerTemplate()) {
        producer.send("direct:elsewhere", ExchangeHelper.createCorrelatedCopy(exchange, true));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      exchange.getMessage().setHeader("fail", "elsewhere");
    }

    private static void failAt(String place, Exchange exchange) {
      String told = exchange.getMessage().getHeader("fail", String.class);
      boolean here = !place.equals("b") || "b".equals(exchange.getMessage().getBody());
      if (place.equals(told) && here) {
        throw new IllegalStateException("as told");
      }
    }

    private void send(ProducerTemplate producer, String failing) {
      Exchange sent =
          producer.send(
              "direct:in",
              exchange -> {
                exchange.getMessage().setBody("a,b");
                exchange.getMessage().setHeader("fail", failing);
              });
      events.add(sent.isFailed() ? "failed" : "done");
      events.add("keeps " + KEYS.stream().filter(repository::contains).toList());
    }
  }
}
