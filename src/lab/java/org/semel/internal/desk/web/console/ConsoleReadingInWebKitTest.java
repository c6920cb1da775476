// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import org.junit.jupiter.api.Tag;

/** What each engine does in its own way, in WebKit. */
@Tag("sampled")
class ConsoleReadingInWebKitTest extends ConsoleReadingContract {

  @Override
  Browser engine() {
    return WebKit.one();
  }
}
