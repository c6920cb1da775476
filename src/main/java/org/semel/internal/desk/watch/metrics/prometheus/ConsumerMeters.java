// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.semel.internal.desk.watch.metrics.BoundedTypes;
import org.semel.internal.desk.watch.metrics.Series;
import org.semel.message.ParkingReason;

/**
 * The counters of one consumer, looked up once, so that a message costs no look-up by labels. All
 * that an alert reads is there at zero before the first message: an increase from nothing is none.
 */
final class ConsumerMeters {

  /** The ending of a transaction. */
  enum Ending {
    COMMITTED,
    FAILED,
    OVERRAN,
    CONTENDED,
    INTERRUPTED,
    IN_DOUBT
  }

  /** The answer of a claim store. */
  enum ClaimAnswer {
    CLAIMED,
    DUPLICATE,
    CONFLICT,
    BUSY
  }

  /** The fate of the intents of a message that a person handed in again. */
  enum RepeatKind {
    FIRST,
    SENT,
    SUPPRESSED
  }

  private final SeriesRegistry registry;
  private final String consumer;
  private final Map<String, TypeMeters> types = new ConcurrentHashMap<>();
  private final EndingCounters<Ending> endings;
  private final EndingCounters<ClaimAnswer> claims;
  private final EndingCounters<RepeatKind> repeated;
  final CounterDataPoint reclaimed;
  final CounterDataPoint ignored;
  final MeasuredValues batchSize;
  final MeasuredValues transactionDuration;
  final MeasuredValues processingDuration;
  final MeasuredValues criticalTime;

  /** The meters of one type of events. */
  record TypeMeters(
      CounterDataPoint received, CounterDataPoint duplicates, CounterDataPoint terminal) {}

  ConsumerMeters(SeriesRegistry registry, String consumer) {
    this.registry = registry;
    this.consumer = consumer;
    this.endings = new EndingCounters<>(registry, Series.TRANSACTIONS, Ending.class, consumer);
    this.claims = new EndingCounters<>(registry, Series.CLAIMS, ClaimAnswer.class, consumer);
    this.repeated = new EndingCounters<>(registry, Series.REPLAYED, RepeatKind.class, consumer);
    this.reclaimed = registry.counter(Series.RECLAIMED, consumer);
    this.ignored = registry.counter(Series.IGNORED, consumer);
    this.batchSize = registry.histogram(Series.BATCH_SIZE, consumer);
    this.transactionDuration = registry.histogram(Series.TRANSACTION_DURATION, consumer);
    this.processingDuration = registry.histogram(Series.PROCESSING_DURATION, consumer);
    this.criticalTime = registry.histogram(Series.CRITICAL_TIME, consumer);
    type(BoundedTypes.NONE);
    retryable(BoundedTypes.NONE);
    skipped(BoundedTypes.NONE);
  }

  TypeMeters type(String type) {
    TypeMeters found = types.get(type); // no lambda for what is nearly always there
    return found == null ? types.computeIfAbsent(type, this::typed) : found;
  }

  private TypeMeters typed(String type) {
    return new TypeMeters(
        registry.counter(Series.RECEIVED, consumer, type),
        registry.counter(Series.DUPLICATES, consumer, type),
        registry.counter(Series.FAILURES, consumer, type, "terminal"));
  }

  CounterDataPoint retryable(String type) {
    return registry.counter(Series.FAILURES, consumer, type, "retryable");
  }

  CounterDataPoint skipped(String type) {
    return registry.counter(Series.SKIPPED, consumer, type);
  }

  CounterDataPoint parked(String type, ParkingReason reason) {
    return registry.counter(Series.PARKED, consumer, type, reason);
  }

  void ended(Ending ending) {
    endings.count(ending);
  }

  void claim(ClaimAnswer status) {
    claims.count(status);
  }

  void repeated(RepeatKind how) {
    repeated.count(how);
  }
}
