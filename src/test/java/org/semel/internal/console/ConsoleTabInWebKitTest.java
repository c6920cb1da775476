// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.console;

/** In WebKit. */
class ConsoleTabInWebKitTest extends ConsoleTabContract {

  @Override
  Browser engine() {
    return WebKit.one();
  }
}
