// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.ErrorHandlerFactory;
import org.apache.camel.model.AggregateDefinition;
import org.apache.camel.model.CircuitBreakerDefinition;
import org.apache.camel.model.DynamicRouterDefinition;
import org.apache.camel.model.EnrichDefinition;
import org.apache.camel.model.ExpressionSubElementDefinition;
import org.apache.camel.model.IdempotentConsumerDefinition;
import org.apache.camel.model.KameletDefinition;
import org.apache.camel.model.LoadBalanceDefinition;
import org.apache.camel.model.LoopDefinition;
import org.apache.camel.model.MulticastDefinition;
import org.apache.camel.model.OnCompletionDefinition;
import org.apache.camel.model.OnExceptionDefinition;
import org.apache.camel.model.PolicyDefinition;
import org.apache.camel.model.PollDefinition;
import org.apache.camel.model.PollEnrichDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.model.RecipientListDefinition;
import org.apache.camel.model.RedeliveryPolicyDefinition;
import org.apache.camel.model.ResequenceDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.RoutingSlipDefinition;
import org.apache.camel.model.SplitDefinition;
import org.apache.camel.model.ThreadsDefinition;
import org.apache.camel.model.ToDynamicDefinition;
import org.apache.camel.model.TransactedDefinition;
import org.apache.camel.model.WireTapDefinition;
import org.apache.camel.model.errorhandler.DeadLetterChannelDefinition;
import org.apache.camel.model.errorhandler.DefaultErrorHandlerDefinition;
import org.apache.camel.model.errorhandler.NoErrorHandlerDefinition;
import org.apache.camel.model.errorhandler.RefErrorHandlerDefinition;
import org.apache.camel.model.loadbalancer.RandomLoadBalancerDefinition;
import org.apache.camel.model.loadbalancer.RoundRobinLoadBalancerDefinition;
import org.apache.camel.model.loadbalancer.StickyLoadBalancerDefinition;
import org.apache.camel.model.loadbalancer.WeightedLoadBalancerDefinition;
import org.apache.camel.util.URISupport;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.camel.classic.PropagationPolicy;
import org.semel.internal.edge.camel.model.RouteSteps;
import org.semel.internal.edge.camel.model.Targets;

/**
 * The rules over the steps of a route, their options and their endpoints, as a table: a line says
 * what is refused, where, and why, as the end of a sentence about the route. One reader reads the
 * lines of a {@link RulePlace} over one route.
 */
final class OptionRules {

  /** The surroundings of a route; each has its lines. */
  enum RulePlace {
    /**
     * In a transaction: no step may leave the thread, and with it the transaction (JTA 2.0, section
     * 3.4.3).
     */
    THREAD,
    /**
     * Behind {@code inbox:}: no failure may be hidden, so that it commits, nor be met by a retry
     * inside a transaction that must roll back.
     */
    FAILURE,
    /** Behind {@code inbox:}: no step may lose a failure, or keep state outside the transaction. */
    TRANSACTION,
    /**
     * Behind {@code inbox:}, unless the policy allows it: what a rollback does not undo. Unknown
     * steps count as such.
     */
    EXTERNAL,
    /** In a transaction that holds the database only: a rollback does not undo what is sent. */
    RECEIPT,
    /** In a route that delivers: nothing may be sent that the relay does not count. */
    PROVIDER,
    /**
     * In a route that delivers outside any transaction: it may not end well without an answer for
     * the effect. It may well work in parallel, or on another thread, as long as it waits.
     */
    DELIVERY,
    /**
     * In a route that delivers in the relay's transaction: all that holds behind {@code inbox:},
     * but it sends over JMS. An effect that a rollback does not undo is repeated, and an intent
     * whose failure is hidden counts as delivered.
     */
    TRANSFER
  }

  /**
   * A line of the table.
   *
   * @param at where it holds
   * @param breaches why a route is refused by it; empty if it is not
   */
  private record OptionRule(Set<RulePlace> at, Function<OptionRules, Stream<String>> breaches) {

    boolean holdsAt(RulePlace place) {
      return at.contains(place)
          || (place == RulePlace.TRANSFER && at.stream().anyMatch(BEHIND_INBOX::contains));
    }
  }

  private static final Set<RulePlace> BEHIND_INBOX =
      EnumSet.of(RulePlace.THREAD, RulePlace.FAILURE, RulePlace.TRANSACTION, RulePlace.EXTERNAL);

  private static final Set<RulePlace> UNAWAITED = EnumSet.of(RulePlace.THREAD, RulePlace.DELIVERY);
  private static final Set<RulePlace> THREAD = EnumSet.of(RulePlace.THREAD);
  private static final Set<RulePlace> FAILURE = EnumSet.of(RulePlace.FAILURE);
  private static final Set<RulePlace> RETRIED = EnumSet.of(RulePlace.FAILURE, RulePlace.PROVIDER);
  private static final Set<RulePlace> TRANSACTION = EnumSet.of(RulePlace.TRANSACTION);
  private static final Set<RulePlace> UNDONE =
      EnumSet.of(RulePlace.TRANSACTION, RulePlace.DELIVERY);
  private static final Set<RulePlace> PASSED_OVER =
      EnumSet.of(RulePlace.TRANSACTION, RulePlace.PROVIDER);
  private static final Set<RulePlace> EXTERNAL = EnumSet.of(RulePlace.EXTERNAL);
  private static final Set<RulePlace> RECEIPT = EnumSet.of(RulePlace.RECEIPT);
  private static final Set<RulePlace> PROVIDER = EnumSet.of(RulePlace.PROVIDER);
  private static final Set<RulePlace> DELIVERY = EnumSet.of(RulePlace.DELIVERY);

  /** These send a message to one of their processors, and to no other after a failure. */
  private static final Set<Class<?>> ONE_AT_A_TIME =
      Set.of(
          RandomLoadBalancerDefinition.class,
          RoundRobinLoadBalancerDefinition.class,
          StickyLoadBalancerDefinition.class,
          WeightedLoadBalancerDefinition.class);

  /** Options that set a client of the application, whose retries are not known. */
  private static final Set<String> OWN_CLIENT = Set.of("httpClient", "clientBuilder");

  /** Options by which a client does not wait for the broker. */
  private static final Map<String, String> NOT_PERSISTENT =
      Map.of("deliveryPersistent", "false", "deliveryMode", "1");

  private static final String REDIRECTS = "followRedirects";

  private static final Pattern NOT_THERE =
      Pattern.compile("(?i).*[?&]failIfNoConsumers=false(&.*)?");

  /** The option by which an endpoint that else only transforms writes a file. */
  private static final Pattern WRITES_A_FILE = Pattern.compile("(?i)xslt.*[?&]output=file(&.*)?");

  @SuppressWarnings("rawtypes") // these definitions are generic in their own kind
  private static final List<OptionRule> TABLE =
      List.of(
          // steps that go on, or keep messages, beyond the end of the route
          step(UNAWAITED, WireTapDefinition.class, "copies to another thread (wireTap)"),
          step(
              UNAWAITED,
              AggregateDefinition.class,
              "keeps messages beyond its own end (aggregate)"),
          step(
              UNAWAITED,
              ResequenceDefinition.class,
              "keeps messages beyond its own end (resequence)"),
          new OptionRule(
              UNAWAITED,
              its ->
                  its.schemes(its.kinds::leavesTheThread)
                      .map("sends to an endpoint that another thread takes from (%s)"::formatted)),
          step(THREAD, ThreadsDefinition.class, "hands on to other threads (threads)"),
          step(
              THREAD,
              CircuitBreakerDefinition.class,
              "may time out on another thread (circuitBreaker)"),
          option(
              THREAD,
              SplitDefinition.class,
              SplitDefinition::getParallelProcessing,
              "works in parallel (split)"),
          option(
              THREAD,
              MulticastDefinition.class,
              MulticastDefinition::getParallelProcessing,
              "works in parallel (multicast)"),
          option(
              THREAD,
              RecipientListDefinition.class,
              RecipientListDefinition::getParallelProcessing,
              "works in parallel (recipientList)"),
          step(
              THREAD,
              ToDynamicDefinition.class,
              (its, step) ->
                  !(step instanceof WireTapDefinition)
                      && its.targets(step).anyMatch(its.kinds::isNeverDynamic),
              "lets a message decide on a statement or a queue (toD)"),
          // options that hide a failure, or retry: in a transaction that must roll back, or what
          // may
          // have taken effect, of which the relay would hear nothing
          new OptionRule(
              FAILURE,
              its -> its.hidings().map("hides failures, which then commit (%s)"::formatted)),
          new OptionRule(
              DELIVERY,
              its ->
                  its.hidings()
                      .map("hides failures, which would count as deliveries (%s)"::formatted)),
          step(
              RETRIED,
              OnExceptionDefinition.class,
              (its, on) -> on.getRetryWhile() != null || on.getRetryWhilePolicy() != null,
              "retries by itself (onException retryWhile)"),
          step(
              RETRIED,
              OnExceptionDefinition.class,
              (its, on) -> its.redelivers(on.getRedeliveryPolicyType()),
              "retries by itself (onException maximumRedeliveries)"),
          step(
              RETRIED,
              OnExceptionDefinition.class,
              (its, on) -> on.getRedeliveryPolicyRef() != null,
              "may retry by itself (onException redeliveryPolicyRef)"),
          errorHandler(
              (its, handler) ->
                  handler.hasRedeliveryPolicy() && its.redelivers(handler.getRedeliveryPolicy()),
              "retries by itself (errorHandler maximumRedeliveries)"),
          errorHandler(
              (its, handler) -> handler.getRedeliveryPolicyRef() != null,
              "may retry by itself (errorHandler redeliveryPolicyRef)"),
          errorHandler(
              (its, handler) -> handler.getRetryWhileRef() != null,
              "retries by itself (errorHandler retryWhileRef)"),
          // steps that lose a failure, or keep what a rollback does not undo
          each(
              TRANSACTION,
              ProcessorDefinition.class,
              (its, step) -> StepKinds.breach(step).stream()),
          each(
              DELIVERY,
              ProcessorDefinition.class,
              (its, step) -> StepKinds.unanswered(step).stream()),
          step(
              TRANSACTION,
              LoadBalanceDefinition.class,
              (its, balance) ->
                  balance.getLoadBalancerType() != null
                      && !ONE_AT_A_TIME.contains(balance.getLoadBalancerType().getClass()),
              "goes on to another after a failure, in a transaction that must roll back, or hides it"
                  + " (loadBalance failover, topic or custom)"),
          step(
              UNDONE,
              RecipientListDefinition.class,
              OptionRules::swallows,
              "leaves it to an aggregation strategy whether a failure is one (recipientList without"
                  + " stopOnException or shareUnitOfWork)"),
          option(
              UNDONE,
              EnrichDefinition.class,
              EnrichDefinition::getAggregateOnException,
              "hides failures (enrich aggregateOnException)"),
          option(
              UNDONE,
              PollEnrichDefinition.class,
              PollEnrichDefinition::getAggregateOnException,
              "hides failures (pollEnrich aggregateOnException)"),
          step(
              TRANSACTION,
              IdempotentConsumerDefinition.class,
              (its, step) -> !new IdempotentConsumerRules(its.route, its.resolve).isOurs(step),
              "remembers keys that a rollback does not undo (idempotentConsumer over a"
                  + " repository that is not semel:)"),
          // steps that end well and leave something undone, now or when the message comes again
          option(
              UNDONE,
              LoopDefinition.class,
              LoopDefinition::getBreakOnShutdown,
              "leaves rounds undone when it is stopped (loop breakOnShutdown)"),
          step(
              UNDONE,
              SplitDefinition.class,
              (its, split) -> hasWatermark(split),
              "keeps a mark that a rollback does not undo (split watermarkKey)"),
          new OptionRule(PROVIDER, its -> its.uris(its.kinds::speaksHttp).flatMap(its::uncounted)),
          ignoring(ToDynamicDefinition.class, ToDynamicDefinition::getIgnoreInvalidEndpoint),
          ignoring(
              RecipientListDefinition.class, RecipientListDefinition::getIgnoreInvalidEndpoints),
          ignoring(RoutingSlipDefinition.class, RoutingSlipDefinition::getIgnoreInvalidEndpoints),
          ignoring(
              DynamicRouterDefinition.class, DynamicRouterDefinition::getIgnoreInvalidEndpoints),
          ignoring(EnrichDefinition.class, EnrichDefinition::getIgnoreInvalidEndpoint),
          ignoring(PollEnrichDefinition.class, PollEnrichDefinition::getIgnoreInvalidEndpoint),
          each(
              PASSED_OVER,
              ProcessorDefinition.class,
              (its, step) ->
                  its.targets(step)
                      .filter(uri -> NOT_THERE.matcher(uri).matches())
                      .map(uri -> passedOver(step, "failIfNoConsumers"))),
          // effects that a rollback does not undo
          each(
              EXTERNAL,
              KameletDefinition.class,
              (its, kamelet) ->
                  Stream.of(
                      "calls a kamelet, whose steps are not checked (%s)"
                          .formatted(kamelet.getName()))),
          each(
              EXTERNAL,
              ProcessorDefinition.class,
              (its, step) ->
                  polls(step)
                      ? Stream.of(
                          "polls from elsewhere, which a rollback does not undo (%s)"
                              .formatted(
                                  its.targets(step)
                                      .findFirst()
                                      .map(Schemes::of)
                                      .orElse(step.getShortName())))
                      : Stream.empty()),
          apart(TransactedDefinition.class, TransactedDefinition::getRef),
          apart(PolicyDefinition.class, PolicyDefinition::getRef),
          each(EXTERNAL, ProcessorDefinition.class, OptionRules::external),
          new OptionRule(
              RECEIPT,
              its ->
                  its.schemes(its.kinds::speaksJms)
                      .map(
                          scheme ->
                              "sends over JMS, which is no part of it with protocol=ack-after-commit"
                                  + " or store-first (to)")),
          // steps that end well without an answer
          step(
              DELIVERY,
              OnCompletionDefinition.class,
              (its, completion) ->
                  ProcessorDefinitionHelper.filterTypeInOutputs(
                          completion.getOutputs(), ProcessorDefinition.class)
                      .stream()
                      .anyMatch(inner -> !StepKinds.isHarmless(inner)),
              "sends after its own end (onCompletion)"),
          ending(MulticastDefinition.class, MulticastDefinition::getTimeout),
          ending(SplitDefinition.class, SplitDefinition::getTimeout),
          ending(RecipientListDefinition.class, RecipientListDefinition::getTimeout),
          // By its fallback; without one an open breaker leaves no exception on the exchange, nor
          // does one for a failure that it is to ignore. The destination has a circuit of its own.
          step(
              DELIVERY,
              CircuitBreakerDefinition.class,
              "answers in the provider's stead (circuitBreaker)"),
          step(
              DELIVERY,
              IdempotentConsumerDefinition.class,
              "leaves out what an attempt before may not have sent (idempotentConsumer)"),
          new OptionRule(DELIVERY, its -> its.uris(its.kinds::speaksJms).flatMap(its::unwaiting)));

  private final RouteDefinition route;
  private final UnaryOperator<String> resolve;
  private final EndpointKinds kinds;
  private final RulePlace place;

  private OptionRules(
      RouteDefinition route, UnaryOperator<String> resolve, EndpointKinds kinds, RulePlace place) {
    this.route = route;
    this.resolve = resolve;
    this.kinds = kinds;
    this.place = place;
  }

  /**
   * The breaches for which {@code route} is refused at this place, each as the end of a sentence
   * about it.
   */
  static List<String> breaches(
      RouteDefinition route, UnaryOperator<String> resolve, EndpointKinds kinds, RulePlace place) {
    OptionRules its = new OptionRules(route, resolve, kinds, place);
    return TABLE.stream()
        .filter(line -> line.holdsAt(place))
        .flatMap(line -> line.breaches().apply(its))
        .distinct()
        .toList();
  }

  /** Whether a route sends over JMS, by the scheme of an endpoint. */
  static boolean sendsOverJms(RouteDefinition route, UnaryOperator<String> resolve) {
    return Targets.of(route, resolve).map(Schemes::of).anyMatch(Schemes::speaksJms);
  }

  /** Any number of breaches of each step of a kind. */
  private static <T extends ProcessorDefinition<?>> OptionRule each(
      Set<RulePlace> at, Class<T> kind, BiFunction<OptionRules, T, Stream<String>> breaches) {
    return new OptionRule(
        at,
        its -> RouteSteps.of(its.route, kind).stream().flatMap(step -> breaches.apply(its, step)));
  }

  /** One breach of a step of a kind. */
  private static <T extends ProcessorDefinition<?>> OptionRule step(
      Set<RulePlace> at,
      Class<T> kind,
      BiFunction<OptionRules, T, Boolean> refused,
      String breach) {
    return each(
        at, kind, (its, step) -> refused.apply(its, step) ? Stream.of(breach) : Stream.empty());
  }

  /** The kind itself. */
  private static <T extends ProcessorDefinition<?>> OptionRule step(
      Set<RulePlace> at, Class<T> kind, String breach) {
    return step(at, kind, (its, step) -> true, breach);
  }

  /** An option of a kind that is true. */
  private static <T extends ProcessorDefinition<?>> OptionRule option(
      Set<RulePlace> at, Class<T> kind, Function<T, @Nullable String> option, String breach) {
    return step(at, kind, (its, step) -> its.isTrue(option.apply(step)), breach);
  }

  /** An option by which a step passes over an address at which there is no endpoint. */
  private static <T extends ProcessorDefinition<?>> OptionRule ignoring(
      Class<T> kind, Function<T, @Nullable String> option) {
    return each(
        PASSED_OVER,
        kind,
        (its, step) ->
            its.isTrue(option.apply(step))
                ? Stream.of(passedOver(step, "ignoreInvalidEndpoint"))
                : Stream.empty());
  }

  private static String passedOver(ProcessorDefinition<?> step, String option) {
    return "passes over an endpoint that there is not (%s %s)"
        .formatted(step.getShortName(), option);
  }

  /** A reference to a transaction of its own, or to none. */
  private static <T extends ProcessorDefinition<?>> OptionRule apart(
      Class<T> kind, Function<T, @Nullable String> ref) {
    return each(
        EXTERNAL,
        kind,
        (its, step) ->
            Stream.ofNullable(ref.apply(step))
                .filter(name -> PropagationPolicy.isApart(its.resolve.apply(name)))
                .map(
                    name ->
                        "works in a transaction of its own or in none, which a rollback does not"
                            + " undo (%s)".formatted(step.getShortName())));
  }

  /** A time-out by which a step ends before its parts do. */
  private static <T extends ProcessorDefinition<?>> OptionRule ending(
      Class<T> kind, Function<T, @Nullable String> timeout) {
    return each(
        DELIVERY,
        kind,
        (its, step) ->
            Stream.ofNullable(timeout.apply(step))
                .filter(time -> !its.resolve.apply(time).strip().equals("0"))
                .map(
                    time ->
                        "ends before its parts do (%s timeout)".formatted(step.getShortName())));
  }

  /** An option of the route's own error handler. */
  private static OptionRule errorHandler(
      BiFunction<OptionRules, DefaultErrorHandlerDefinition, Boolean> refused, String breach) {
    return new OptionRule(
        RETRIED,
        its ->
            its.route.getErrorHandlerFactory() instanceof DefaultErrorHandlerDefinition handler
                    && !(handler instanceof DeadLetterChannelDefinition)
                    && refused.apply(its, handler)
                ? Stream.of(breach)
                : Stream.empty());
  }

  private Stream<String> targets(ProcessorDefinition<?> step) {
    return Targets.of(step, resolve);
  }

  private Stream<String> uris(Predicate<String> refused) {
    return Targets.of(route, resolve).filter(refused);
  }

  private Stream<String> schemes(Predicate<String> refused) {
    return uris(refused).map(Schemes::of);
  }

  private boolean isTrue(@Nullable String option) {
    return option != null && Boolean.parseBoolean(resolve.apply(option));
  }

  /** The names of the options that hide a failure, or may. */
  private Stream<String> hidings() {
    Stream<String> options =
        RouteSteps.of(route, OnExceptionDefinition.class).stream()
            .flatMap(
                on ->
                    Stream.of(
                            isSet(on.getHandled(), on.getHandledPolicy()) ? "handled" : "",
                            isSet(on.getContinued(), on.getContinuedPolicy()) ? "continued" : "")
                        .filter(option -> !option.isEmpty())
                        .map("onException "::concat));
    return Stream.concat(options, handler(route.getErrorHandlerFactory()).stream());
  }

  /** {@code handled(false)} hides nothing. */
  private boolean isSet(
      @Nullable ExpressionSubElementDefinition element,
      org.apache.camel.@Nullable Predicate policy) {
    if (policy != null) {
      return !policy.toString().equals("false");
    }
    if (element == null || element.getExpressionType() == null) {
      return false;
    }
    String text = element.getExpressionType().getExpression();
    return text == null
        ? !String.valueOf(element.getExpressionType().getPredicate()).equals("false")
        : !resolve.apply(text).strip().equals("false");
  }

  /** Not Camel's own, which a route has that names none. */
  private static Optional<String> handler(@Nullable ErrorHandlerFactory handler) {
    if (handler instanceof DeadLetterChannelDefinition) {
      return Optional.of("deadLetterChannel");
    }
    if (handler instanceof RefErrorHandlerDefinition ref) {
      return RefErrorHandlerDefinition.DEFAULT_ERROR_HANDLER_BUILDER.equals(ref.getRef())
          ? Optional.empty()
          : Optional.of("errorHandler " + ref.getRef());
    }
    return handler == null
            || handler instanceof DefaultErrorHandlerDefinition
            || handler instanceof NoErrorHandlerDefinition
        ? Optional.empty()
        : Optional.of("errorHandler " + handler.getClass().getName());
  }

  private boolean redelivers(@Nullable RedeliveryPolicyDefinition policy) {
    String most = policy == null ? null : policy.getMaximumRedeliveries();
    return most != null && !resolve.apply(most).strip().equals("0");
  }

  private boolean swallows(RecipientListDefinition<?> list) {
    boolean aggregates =
        list.getAggregationStrategyBean() != null || list.getAggregationStrategy() != null;
    return aggregates && !isTrue(list.getStopOnException()) && !isTrue(list.getShareUnitOfWork());
  }

  /** Not every Camel has it. */
  private static boolean hasWatermark(SplitDefinition split) {
    try {
      return SplitDefinition.class.getMethod("getWatermarkKey").invoke(split) != null;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  private static boolean polls(ProcessorDefinition<?> step) {
    return step instanceof PollDefinition || step instanceof PollEnrichDefinition;
  }

  private Stream<String> external(ProcessorDefinition<?> step) {
    return polls(step)
        ? Stream.empty()
        : targets(step)
            .filter(uri -> isExternal(uri) || WRITES_A_FILE.matcher(uri).matches())
            .map(
                uri ->
                    "does over %s what a rollback does not undo (%s)"
                        .formatted(
                            Schemes.of(uri),
                            Optional.ofNullable(step.getShortName()).orElse("to")));
  }

  /** In the relay's transaction JMS is a part of it. */
  private boolean isExternal(String uri) {
    return kinds.isExternal(uri) && !(place == RulePlace.TRANSFER && kinds.speaksJms(uri));
  }

  /** Options of an HTTP endpoint by which more is sent than the relay counts. */
  private Stream<String> uncounted(String uri) {
    Stream<String> clients =
        options(uri)
            .map(option -> option.replaceFirst("=.*$", ""))
            .filter(OWN_CLIENT::contains)
            .map("sends with a client whose retries are not known (%s)"::formatted);
    boolean redirects =
        options(uri)
                .anyMatch(said -> said.matches(REDIRECTS + "(=.*)?") && !said.endsWith("=false"))
            || isLeftAt(uri, REDIRECTS, "true");
    return redirects
        ? Stream.concat(
            clients, Stream.of("may send to a second place within one step (" + REDIRECTS + ")"))
        : clients;
  }

  /** Options of a JMS endpoint by which it does not wait for the broker. */
  private Stream<String> unwaiting(String uri) {
    return NOT_PERSISTENT.entrySet().stream()
        .filter(
            each ->
                options(uri).anyMatch(each.toString()::equals)
                    || isLeftAt(uri, each.getKey(), each.getValue()))
        .map("does not wait for the broker (%s)"::formatted)
        .sorted();
  }

  /** The component has this value, and the endpoint says nothing of its own. */
  private boolean isLeftAt(String uri, String option, String value) {
    return kinds.componentSays(uri, option, value)
        && options(uri).noneMatch(said -> said.startsWith(option + "="));
  }

  private static Stream<String> options(String uri) {
    String query = URISupport.extractQuery(uri);
    return query == null ? Stream.empty() : Stream.of(query.split("&", -1));
  }
}
