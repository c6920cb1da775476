// SPDX-License-Identifier: Apache-2.0
package org.semel.it.endpoints;

import jakarta.json.bind.annotation.JsonbProperty;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.LocalDate;
import java.util.Optional;

/** An endpoint whose JSON is the server's own way of writing and reading objects. */
@Path("orders")
public class OwnOrders {

  /** What the binding of Jakarta EE and that of others treat otherwise. */
  public static class Order {

    public LocalDate day = LocalDate.of(2026, 11, 30);
    public Optional<String> note = Optional.empty();

    @JsonbProperty("order-no")
    public String number = "17";
  }

  @GET
  @Produces(MediaType.APPLICATION_JSON)
  public Order order() {
    return new Order();
  }

  /** What it understands of an order, members that it does not know included. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Produces(MediaType.TEXT_PLAIN)
  public String understood(Order order) {
    return order.number + " of " + order.day;
  }
}
