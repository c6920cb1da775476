package com.example.payments;

import org.junit.jupiter.api.Test;
import org.semel.testkit.SemelTest;
import org.semel.testkit.Trial;

@SemelTest(
    beans = {PaymentRoutes.class, Payments.class},
    scripts = "db/payments.sql",
    providers = "receipt.url")
class PaymentsTakeEffectOnceTest {

  @Test
  void aPaymentAndARefundAreBookedOnce(Trial trial) {
    trial
        .send("payments", event("p-1", 4999))
        .send("refunds", event("r-1", 1500))
        .takesEffectOnce();
  }

  private static String event(String id, long cents) {
    return """
        {"specversion": "1.0", "id": "%s", "source": "shop", "type": "payment",
         "data": {"account": "DE-17", "cents": %d}}
        """
        .formatted(id, cents);
  }
}
