// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.console;

/** In Chromium, where one is found. */
class ConsoleFieldsInChromiumTest extends ConsoleFieldsContract {

  @Override
  Browser engine() {
    return Chromium.one();
  }
}
