// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;
import org.jspecify.annotations.Nullable;

/**
 * The place to which a message asks for its reply, in words that no client's class has a part in:
 * {@code queue:NAME} or {@code topic:NAME}, as Camel's {@code jms:} understands them. A temporary
 * one is told from them: its requester may be gone when the reply is sent.
 */
final class ReplyTo {

  private ReplyTo() {}

  static @Nullable String name(@Nullable Destination destination) throws JMSException {
    if (destination instanceof Queue queue) {
      return (queue instanceof TemporaryQueue ? "temporary-queue:" : "queue:")
          + queue.getQueueName();
    }
    if (destination instanceof Topic topic) {
      return (topic instanceof TemporaryTopic ? "temporary-topic:" : "topic:")
          + topic.getTopicName();
    }
    return destination == null ? null : destination.toString();
  }
}
