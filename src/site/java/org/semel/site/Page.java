// SPDX-License-Identifier: Apache-2.0
package org.semel.site;

import java.util.List;

/**
 * A page of the site.
 *
 * @param address from the site's top
 * @param body HTML that needs no script
 * @param sections in the order of the page; the first may have no heading
 */
record Page(String address, String title, String body, List<Section> sections) {

  /**
   * What stands below a heading, up to the next one.
   *
   * @param level 1 for the page's own heading
   * @param id blank for what stands before the first heading
   * @param text without marks, for the search
   */
  record Section(int level, String id, String heading, String text) {}
}
