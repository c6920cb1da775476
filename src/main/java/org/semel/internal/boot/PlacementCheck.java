// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.servlet.ServletContext;
import java.security.CodeSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.semel.Code;
import org.semel.internal.desk.watch.log.OperatorLog;

/**
 * Tells that Semel's classes lie outside the web application, as in {@code lib} of an EAR. No
 * server looks there for the listener that starts Semel: nothing would start, and no one would say
 * so. CDI looks there, too, which is why this is a bean.
 *
 * @see <a
 *     href="https://jakarta.ee/specifications/servlet/6.0/jakarta-servlet-spec-6.0#annotations-and-pluggability">Servlet
 *     6.0, section 8.1: where annotations are processed</a>
 */
@ApplicationScoped
public class PlacementCheck {

  private static final String WEB = "/WEB-INF/";

  private final AtomicBoolean told = new AtomicBoolean();

  /**
   * A bean is told that its own module begins: a web application by its servlet context, and any
   * other module by something else.
   */
  void begins(@Observes @Initialized(ApplicationScoped.class) Object module) {
    String place = place();
    if (!(module instanceof ServletContext) && !place.contains(WEB) && !told.getAndSet(true)) {
      OperatorLog.error(
          Code.CLASSES_ELSEWHERE,
          "Nothing of Semel starts: its classes lie in %s, and not in the web application. Put them and Camel into"
              + " WEB-INF/lib of each WAR that has routes, and nowhere else (docs/first-war.md).",
          place);
    }
  }

  private static String place() {
    return Optional.ofNullable(PlacementCheck.class.getProtectionDomain().getCodeSource())
        .map(CodeSource::getLocation)
        .map(Object::toString)
        .orElse("a library of the server");
  }
}
