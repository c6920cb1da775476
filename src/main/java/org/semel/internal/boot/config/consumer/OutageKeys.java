// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.time.Duration;
import java.util.Set;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ValueType;

/** The keys by which a consumer tells outages from failures, and waits for their end. */
final class OutageKeys {

  static final ConfigKey<Duration> FIRST =
      new ConfigKey<>(
          "outage-backoff-first",
          "200ms",
          ValueType.duration("10ms", "1m"),
          "The first wait while the broker, the database or another required system is away. The wait doubles each time,"
              + " with jitter. No attempt is counted.");

  static final ConfigKey<Duration> MOST =
      new ConfigKey<>(
          "outage-backoff-most",
          "10s",
          ValueType.duration("100ms", "10m"),
          "The longest wait while the broker, the database or another required system is away.");

  static final ConfigKey<Integer> STOPS =
      new ConfigKey<>(
          "outage-stops",
          "3",
          ValueType.number(1, 1_000),
          "After outages have stopped this many transactions with messages in a row, and none took effect in between, all"
              + " workers of the consumer wait and one of them tries.");

  static final ConfigKey<Set<String>> KINDS =
      new ConfigKey<>(
          "outages",
          "java.net.SocketException, java.net.SocketTimeoutException, java.net.UnknownHostException,"
              + " java.net.http.HttpTimeoutException, java.nio.channels.UnresolvedAddressException,"
              + " java.util.concurrent.TimeoutException, javax.naming.CommunicationException,"
              + " org.apache.hc.core5.http.NoHttpResponseException,"
              + " org.apache.hc.core5.http.ConnectionRequestTimeoutException",
          ValueType.names(),
          "Exceptions that signal an outage, with their subclasses, anywhere in the chain of causes: no attempt is counted,"
              + " and the consumer waits. A pool without a free connection and the HTTP statuses 429, 502, 503 and 504 of Camel's"
              + " HTTP component are outages too. If only one message meets them while others take effect, they count towards"
              + " deliveries.");

  private OutageKeys() {}
}
