package com.example.payments;

import jakarta.jms.JMSContext;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Sends one payment, to the broker and as the user that are given. Run twice, it is the same payment. */
public class SendPayment {

  public static void main(String[] brokerUserPassword) {
    try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(brokerUserPassword[0]);
        JMSContext context = factory.createContext(brokerUserPassword[1], brokerUserPassword[2])) {
      context
          .createProducer()
          .send(
              context.createQueue("payments"),
              """
              {"specversion": "1.0", "id": "p-1", "source": "shop", "type": "payment",
               "data": {"account": "DE-17", "cents": 4999}}
              """);
    }
    System.out.println("sent");
  }
}
