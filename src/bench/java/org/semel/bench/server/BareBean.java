// SPDX-License-Identifier: Apache-2.0
package org.semel.bench.server;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.TextMessage;

/**
 * The bare floor of one message in one XA transaction: the server's own message-driven bean, the
 * same work, and no deduplication at all. The server's own descriptor or configuration names the
 * queue.
 */
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "8")
    })
public class BareBean implements MessageListener {

  @Inject private Work work;

  @Override
  public void onMessage(Message message) {
    try {
      work.reserve(((TextMessage) message).getText());
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }
}
