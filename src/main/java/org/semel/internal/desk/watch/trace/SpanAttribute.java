// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.trace;

import io.opentelemetry.api.common.AttributeKey;

/** All that a span may say. There is no other way to put anything into one. */
final class SpanAttribute {

  /** The API by which messages are received. The server knows the broker. */
  static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");

  /** The consumer, or the destination of intents. */
  static final AttributeKey<String> NAME = AttributeKey.stringKey("messaging.destination.name");

  static final AttributeKey<String> OPERATION = AttributeKey.stringKey("messaging.operation.name");
  static final AttributeKey<String> TYPE = AttributeKey.stringKey("messaging.operation.type");
  static final AttributeKey<Long> MESSAGES = AttributeKey.longKey("messaging.batch.message_count");

  /** A word of ours. */
  static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("semel.span.outcome");

  /** The class of a failure. */
  static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

  private SpanAttribute() {}
}
