// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.TryDefinition;
import org.jspecify.annotations.Nullable;
import org.semel.camel.SemelConstants;
import org.semel.explore.Part.Step;
import org.semel.explore.Part.Step.Work;
import org.semel.message.Identity;

/**
 * The routes of a case: the consumer's, which writes a row, makes the steps and then meets its
 * trouble; those that it calls; and the one that delivers.
 */
final class Routes extends RouteBuilder {

  private static final String KEY = "exploredKey";
  private static final String VALUE = "exploredValue";
  private static final String CONSUMER = "exploredConsumer";
  private static final String LABEL = "exploredLabel";

  /** So many questions a query route does not answer whose outage ends. */
  private static final int UNANSWERED = 25;

  private final AtomicInteger questions = new AtomicInteger();
  private final Case played;
  private final String name;
  private final String consumer;
  private final DataSource business;
  private final Helpers helpers;
  private final Staging staging;
  private final Provider provider;

  /**
   * Under this name.
   *
   * @param consumer under which it receives
   * @param business through which beans write
   */
  Routes(
      Case played,
      String name,
      String consumer,
      DataSource business,
      Staging staging,
      Provider provider) {
    this.played = played;
    this.name = name;
    this.consumer = consumer;
    this.business = business;
    this.helpers = new Helpers(played, business);
    this.staging = staging;
    this.provider = provider;
  }

  /** The queue behind the route that delivers, if it sends to one. */
  static String outOf(String name) {
    return name + ".out";
  }

  @Override
  public void configure() {
    getContext().addComponent(Later.SCHEME, new Later(asked -> provider.take(request(asked))));
    ProcessorDefinition<?> route = receiving().process(this::begin);
    for (int i = 0; i < played.steps().size(); i++) {
      add(route, played.steps().get(i), "s" + i);
    }
    route.process(exchange -> staging.atTheEnd(key(exchange)));
    if (played.delivers()) {
      deliver();
    }
    if (!played.has(Key.QUERY, "none")) {
      ProcessorDefinition<?> query = from("intent:" + name + "?query=true");
      if (played.has(Key.QUERY, "stray")) { // it looks for a token first, and there is none
        query.to(provider.nowhere()).to(provider.url());
      } else {
        query.process(this::find);
      }
    }
    String other = Neighbour.of(name);
    from("intent:" + other).process(exchange -> provider.takeBeside(request(exchange)));
    if (played.hasNeighbour()) {
      from("inbox:" + other).process(exchange -> beside(exchange, other)).to("intent:" + other);
    }
  }

  private ProcessorDefinition<?> receiving() {
    if (played.unfit().isPresent() || played.has(Key.WRITTEN, "route")) {
      return from("inbox:" + consumer);
    }
    String template = name + "-template";
    templatedRoute(template).routeId(name + "-receiving").parameter("queue", consumer);
    return routeTemplate(template).templateParameter("queue").from("inbox:{{queue}}");
  }

  private void find(Exchange exchange) {
    String key = exchange.getMessage().getHeader("Idempotency-Key", String.class);
    exchange
        .getMessage()
        .setHeader(
            SemelConstants.FINDING,
            played.has(Key.QUERY, "silent") || (played.has(Key.QUERY, "late") && isTooEarly())
                ? "cannot-say"
                : provider.knows(key) ? "accepted" : "not-known");
  }

  /** Longer than a lone intent may be tried. */
  private boolean isTooEarly() {
    return questions.incrementAndGet() <= UNANSWERED;
  }

  private void beside(Exchange exchange, String other) throws SQLException {
    Said said = Said.of(exchange.getMessage().getBody(String.class));
    exchange.setProperty(CONSUMER, other);
    exchange.setProperty(KEY, said.key());
    exchange.setProperty(VALUE, said.value());
    write(exchange, Neighbour.LABEL, "");
    say(exchange, Neighbour.LABEL);
  }

  private void deliver() {
    RouteDefinition route = from("intent:" + name);
    if (played.unfit().filter(Unfit.HANDLED::equals).isPresent()) {
      route.onException(Exception.class).handled(true).end();
    }
    switch (played.value(Key.PROVIDER)) {
      case "bean" -> {
        if (played.has(Key.CHOSEN_BY, "route")) {
          route.process(
              exchange -> {
                provider.take(request(exchange));
                exchange.getMessage().setHeader("SemelReference", reference(exchange));
              });
        } else {
          route.bean(Later.Chooser.class, played.value(Key.CHOSEN_BY));
        }
      }
      case "http" -> {
        if (played.isEverCutOff()) {
          route
              .choice()
              .when(exchange -> provider.isCutOff(request(exchange)))
              .to(provider.overTls())
              .otherwise()
              .to(provider.url())
              .end();
        } else {
          route.to(provider.url());
        }
      }
      default -> route.to("jms:queue:" + outOf(name));
    }
    switch (played.unfit().orElse(Unfit.DRIVER)) {
      case SEDA -> route.to("seda:" + name);
      case TAPPED -> route.wireTap("direct:tapped");
      default -> {}
    }
  }

  /** What the provider calls an effect, which may be nothing, or very long. */
  private static String reference(Exchange exchange) {
    String key = request(exchange).key();
    return switch (key.charAt(0) & 3) {
      case 0 -> " ";
      case 1 -> key.repeat(20);
      default -> " " + key + " ";
    };
  }

  private static Provider.Request request(Exchange exchange) {
    return new Provider.Request(
        exchange.getMessage().getHeader("Idempotency-Key", String.class),
        exchange.getMessage().getBody(String.class));
  }

  private void begin(Exchange exchange) throws SQLException {
    Said said = Said.of(exchange.getMessage().getBody(String.class));
    exchange.setProperty(CONSUMER, name);
    exchange.setProperty(KEY, said.key());
    exchange.setProperty(VALUE, said.value());
    write(exchange, "first", staging.atCommit(said.key()));
  }

  private void add(ProcessorDefinition<?> route, Step step, String label) {
    String called = "direct:" + label;
    switch (step.way()) {
      case PLAIN -> work(route, step, label);
      case SPLIT ->
          work(route.split(constant(List.of(0, 1, 2)), Routes::latest), step, label)
              .process(exchange -> staging.inPart(key(exchange), index(exchange)))
              .end();
      case CHOICE -> {
        ProcessorDefinition<?> chosen = route.choice().when(exchange -> isChosen(key(exchange)));
        work(chosen, step, label).end();
      }
      case CAUGHT -> caught(route.doTry(), step, label);
      case CALLED -> route.to(called);
      case CHOSEN -> route.setHeader("next", constant(called)).toD("${header.next}");
      case HIDING ->
          route
              .choice()
              .when(exchange -> isChosen(key(exchange)))
              .setHeader("next", constant(called))
              .toD("${header.next}")
              .end();
      case LISTED -> route.recipientList(constant(called));
    }
    if (List.of(Step.Way.CALLED, Step.Way.CHOSEN, Step.Way.LISTED).contains(step.way())) {
      work(from(called), step, label);
    }
    if (step.way() == Step.Way.HIDING) {
      work(from(called).onException(Exception.class).handled(true).end(), step, label);
    }
  }

  private void caught(TryDefinition block, Step step, String label) {
    work(block, step, label)
        .process(
            exchange -> {
              throw new UnsupportedOperationException("and is caught");
            });
    block.doCatch(UnsupportedOperationException.class).setProperty("caught", constant(true)).end();
  }

  /** What comes of the parts: the latest, whatever befell those before it. */
  private static Exchange latest(@Nullable Exchange before, Exchange part) {
    part.removeProperty(Exchange.SPLIT_INDEX);
    return part;
  }

  /** Every second key, as far as keys end in a number. */
  static boolean isChosen(String key) {
    return (key.charAt(key.length() - 1) & 1) == 0;
  }

  private ProcessorDefinition<?> work(ProcessorDefinition<?> route, Step step, String label) {
    if (step.work() == Work.WRITE) {
      return route.process(exchange -> write(exchange, part(exchange, label), ""));
    }
    if (step.work() == Work.SQL) {
      return route
          .process(exchange -> exchange.setProperty(LABEL, part(exchange, label)))
          .to(
              "sql:INSERT INTO explored (consumer, key, value, label) VALUES ("
                  + ":#${exchangeProperty.%s}, :#${exchangeProperty.%s}, :#${exchangeProperty.%s}, :#${exchangeProperty.%s})"
                      .formatted(CONSUMER, KEY, VALUE, LABEL)
                  + "?dataSource=#%s&noop=true".formatted(source()));
    }
    if (step.isHelped()) {
      return route.process(exchange -> help(exchange, step.work(), part(exchange, label)));
    }
    String named = step.work() == Work.NAMED ? "?name=" + label : "";
    return route
        .process(exchange -> say(exchange, part(exchange, label)))
        .to("intent:" + (step.work() == Work.OTHER ? Neighbour.of(name) : name) + named);
  }

  private void help(Exchange exchange, Work how, String label) throws SQLException {
    helpers.help(
        how,
        new Helpers.Place(exchange.getProperty(CONSUMER, String.class), key(exchange), label),
        exchange.getProperty(SemelConstants.IDENTITY, Identity.class));
  }

  private void say(Exchange exchange, String label) {
    String key = key(exchange);
    String text = key + " " + value(exchange) + " " + label;
    switch (played.value(Key.LABEL)) {
      case "latin" -> sign(exchange, text, "ISO-8859-1");
      case "unknown" -> sign(exchange, text, "utf8mb4");
      default -> exchange.getMessage().setBody(text);
    }
    exchange.getMessage().setHeader("JMSType", label);
    exchange.getMessage().setHeader("X-B3-TraceId", UUID.randomUUID().toString());
    exchange.getMessage().setHeader("ce_traceparent", UUID.randomUUID().toString());
    exchange.getMessage().setHeader("group", "g" + key.charAt(key.length() - 1));
  }

  private String source() {
    return played.unfit().filter(Unfit.ELSEWHERE::equals).map(any -> Unfit.FOREIGN).orElse("semel");
  }

  private static void sign(Exchange exchange, String text, String charset) {
    exchange.getMessage().setBody(text + Provider.SIGN);
    exchange.getMessage().setHeader(Exchange.CONTENT_TYPE, "text/plain; charset=" + charset);
  }

  private static Integer index(Exchange exchange) {
    return exchange.getProperty(Exchange.SPLIT_INDEX, Integer.class);
  }

  private static String part(Exchange exchange, String label) {
    Integer index = index(exchange);
    return index == null ? label : label + "." + index;
  }

  private static String key(Exchange exchange) {
    return exchange.getProperty(KEY, String.class);
  }

  private static String value(Exchange exchange) {
    return exchange.getProperty(VALUE, String.class);
  }

  private void write(Exchange exchange, String label, String state) throws SQLException {
    try (Connection connection = business.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO explored VALUES (?, ?, ?, ?, ?)")) {
      insert.setString(1, exchange.getProperty(CONSUMER, String.class));
      insert.setString(2, key(exchange));
      insert.setString(3, value(exchange));
      insert.setString(4, label);
      insert.setString(5, state);
      insert.executeUpdate();
    }
  }
}
