// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.console;

class WebKitTest extends BrowserContract {

  @Override
  Browser engine() {
    return WebKit.one();
  }
}
