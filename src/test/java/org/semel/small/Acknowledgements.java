// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.server.MessageReference;
import org.apache.activemq.artemis.core.server.RoutingContext;
import org.apache.activemq.artemis.core.server.impl.AckReason;
import org.apache.activemq.artemis.core.server.impl.AddressInfo;
import org.apache.activemq.artemis.core.server.mirror.MirrorController;
import org.apache.activemq.artemis.core.transaction.Transaction;

/**
 * Hears of an acknowledgement while the broker takes it into a transaction, as a mirror does;
 * mirrors nothing.
 */
final class Acknowledgements implements MirrorController {

  /** What happens meanwhile. */
  @FunctionalInterface
  interface Meanwhile {
    void happens(Transaction transaction) throws Exception;
  }

  private final SimpleString queue;
  private final Meanwhile meanwhile;

  Acknowledgements(String queue, Meanwhile meanwhile) {
    this.queue = SimpleString.of(queue);
    this.meanwhile = meanwhile;
  }

  @Override
  public void preAcknowledge(Transaction transaction, MessageReference message, AckReason reason)
      throws Exception {
    if (transaction.getXid() != null && queue.equals(message.getQueue().getName())) {
      meanwhile.happens(transaction);
    }
  }

  @Override
  public void addAddress(AddressInfo address) {}

  @Override
  public void deleteAddress(AddressInfo address) {}

  @Override
  public void createQueue(QueueConfiguration configuration) {}

  @Override
  public void deleteQueue(SimpleString address, SimpleString name) {}

  @Override
  public void sendMessage(Transaction transaction, Message message, RoutingContext context) {}

  @Override
  public void postAcknowledge(MessageReference message, AckReason reason) {}

  @Override
  public String getRemoteMirrorId() {
    return "";
  }
}
