// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

/** In Chromium, where one is found. */
class ConsoleFieldsTest extends ConsoleFieldsContract {

  @Override
  Browser engine() {
    return Browser.ofTheBuild();
  }
}
