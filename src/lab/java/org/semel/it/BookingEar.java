// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import org.jboss.shrinkwrap.api.Filters;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.semel.estate.ExampleWar;
import org.semel.example.OrderEvent;
import org.semel.example.Reservation;
import org.semel.it.ear.BillingRoutes;
import org.semel.it.ear.Booking;
import org.semel.it.ear.EarRoutes;
import org.semel.it.ear.WarRoutes;

/**
 * An EAR as estates build it: persistence unit, entities and session bean in an EJB jar, and two
 * WARs that share it, each with Semel, routes and a policy of its own.
 */
final class BookingEar {

  static final String NAME = "booking.ear";
  static final String SHARED = "shared.ear";

  private static final String MANAGED =
      """
      semel.consumer.ear.connection-factory=jms/semelXA
      semel.destination.ear-confirmed.keys=honoured
      """;

  private static final String DIRECT =
      """
      semel.consumer.billing.connection-factory=jms/semelDirect
      semel.consumer.billing.receive=direct
      semel.consumer.billing.recovered-by=jms/semelXA
      semel.consumer.billing.workers=3
      semel.destination.billing-confirmed.keys=honoured
      """;

  private BookingEar() {}

  static EnterpriseArchive build() {
    return ShrinkWrap.create(EnterpriseArchive.class, NAME)
        .addAsModule(work())
        .addAsModule(war("booking.war", EarRoutes.class, MANAGED))
        .addAsModule(war("billing.war", BillingRoutes.class, DIRECT));
  }

  /** As nobody should: Semel and Camel in {@code lib}, where both WARs see them. */
  static EnterpriseArchive withSemelInLib() {
    EnterpriseArchive ear = ShrinkWrap.create(EnterpriseArchive.class, SHARED).addAsModule(work());
    moveLibraries(war("shared-booking.war", EarRoutes.class, MANAGED), ear);
    moveLibraries(war("shared-billing.war", BillingRoutes.class, DIRECT), ear);
    return ear;
  }

  private static void moveLibraries(WebArchive war, EnterpriseArchive ear) {
    war.getContent(Filters.include("/WEB-INF/lib/.*"))
        .forEach(
            (path, jar) -> {
              war.delete(path);
              ear.delete("lib/" + path.get().substring("/WEB-INF/lib/".length()));
              ear.addAsLibrary(jar.getAsset(), path.get().substring("/WEB-INF/lib/".length()));
            });
    ear.addAsModule(war);
  }

  private static JavaArchive work() {
    return ShrinkWrap.create(JavaArchive.class, "booking.jar")
        .addClasses(Booking.class, Reservation.class, OrderEvent.class, OrderEvent.OrderLine.class)
        .addAsResource("META-INF/persistence.xml");
  }

  private static WebArchive war(String name, Class<?> routes, String policy) {
    return ExampleWar.bare(name)
        .addClasses(WarRoutes.class, routes)
        .addAsResource(new StringAsset(policy), "META-INF/microprofile-config.properties");
  }
}
