// SPDX-License-Identifier: Apache-2.0
package org.semel.pages;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Sets a piece of Java from a page among what its reader has: imports, an application's classes,
 * and what the sentences around it speak of. A piece is a class, a method, statements, or steps of
 * a route.
 */
final class Stage {

  private static final Pattern INJECTED = Pattern.compile("(?m)^@Inject .*;$");

  private static final String IMPORTS =
      """
      import jakarta.enterprise.context.ApplicationScoped;
      import jakarta.enterprise.inject.Produces;
      import jakarta.inject.*;
      import jakarta.persistence.EntityManager;
      import jakarta.persistence.EntityManagerFactory;
      import jakarta.persistence.PersistenceUnit;
      import java.time.*;
      import java.util.*;
      import org.apache.camel.*;
      import org.apache.camel.builder.RouteBuilder;
      import org.apache.camel.component.jpa.JpaComponent;
      import org.apache.camel.model.dataformat.JsonLibrary;
      import org.semel.entity.*;
      import org.semel.operations.GapActs.Gap;
      import org.semel.message.*;
      import org.semel.operations.*;
      import org.semel.operations.PlanActs.Made;
      """;

  /** What an application brings, and what an operator has at hand. */
  private static final String READER =
      """
      @SuppressWarnings("unused")
      abstract class Reader extends RouteBuilder {
        Operations operations;
        EntityManager entities;
        OperatorContext by;
        java.security.Principal user;
        String key;
        long id;
        Plan.Pace pace;
        Gap gap;
        Instant threeOClock, twentyPast, repaired;
        org.semel.operations.ParkedFilter unknown;
        interface Reservations {}
        interface OrderEvent {}
        interface Payments {}
        interface PaymentEvent {}
        interface Stock {}
        interface Invoices {}
        interface Picking {}
        interface Orders {}
        interface Account extends Remembering { void add(long amount); }
        record Adjustment(String account, long version, long amount) {}
      }
      """;

  private Stage() {}

  /**
   * A compilation unit with this piece.
   *
   * @param home a package of its own
   * @param piece lines as they stand in the page
   */
  static String set(String home, List<String> piece) {
    return "package %s;\n".formatted(home)
        + IMPORTS
        + READER
        + around("Piece", String.join("\n", piece).strip());
  }

  private static String around(String name, String text) {
    if (text.contains("public class ")) {
      return "abstract class %s extends Reader {\n%s\n}\n"
          .formatted(name, text.replaceFirst("public class", "static class"));
    }
    if (text.startsWith("public ")) {
      return "abstract class %s extends Reader {\n%s\n}\n".formatted(name, text);
    }
    String fields =
        INJECTED.matcher(text).results().map(found -> found.group()).collect(Collectors.joining());
    String steps = INJECTED.matcher(text).replaceAll(Matcher.quoteReplacement(""));
    return """
        class %s extends Reader {
        %s
        @Override
        public void configure() throws Exception {
        %s
        }
        }
        """
        .formatted(name, fields, whole(steps));
  }

  /** Steps from the middle of a route begin and end somewhere. */
  private static String whole(String steps) {
    return steps.startsWith(".") ? "from(\"inbox:x\")\n" + steps + "\n;" : steps;
  }
}
