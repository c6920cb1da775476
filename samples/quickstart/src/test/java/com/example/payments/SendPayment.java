package com.example.payments;

import jakarta.jms.JMSContext;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Sends one payment to the broker inside WildFly, as user producer. Run twice, it is the same payment. */
public class SendPayment {

  public static void main(String[] password) {
    String broker = "tcp://localhost:8080?httpUpgradeEnabled=true&httpUpgradeEndpoint=http-acceptor";
    try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(broker);
        JMSContext context = factory.createContext("producer", password[0])) {
      context
          .createProducer()
          .send(
              context.createQueue("payments"),
              """
              {"specversion": "1.0", "id": "p-1", "source": "shop", "type": "payment",
               "data": {"account": "DE-17", "cents": 4999}}
              """);
    }
  }
}
