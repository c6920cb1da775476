// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Semel within and outside a web application. */
class PlacementCheckTest {

  private final PlacementCheck check = new PlacementCheck();
  private final LogLines lines = new LogLines();

  @AfterEach
  void close() {
    lines.close();
  }

  @Test
  void outsideAWebApplicationItIsToldOnceWhereItLiesAndWhereItBelongs() {
    check.begins("the module of an EAR's lib");
    check.begins("the same");
    assertThat(lines.with("SEMEL-0107", "target/classes", "WEB-INF/lib of each WAR")).hasSize(1);
  }

  @Test
  void withinAWebApplicationNothingIsTold() {
    check.begins(WebApp.begins().getServletContext());
    assertThat(lines.with("SEMEL-0107")).isEmpty();
  }
}
