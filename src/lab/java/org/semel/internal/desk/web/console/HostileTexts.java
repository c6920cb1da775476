// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import jakarta.json.Json;
import java.util.List;
import java.util.stream.Stream;

/** Texts of producers who mean harm, or just write strangely. */
final class HostileTexts {

  /**
   * What a text has done to the page; empty if it did nothing: ran a script, became an element, an
   * attribute or an address of its own, or left a hidden character unnamed.
   */
  static final String DAMAGE =
      """
      [
        ...(window.pwned === undefined ? [] : ['a script ran']),
        ...(document.title.includes('pwned!') ? ['the title was changed'] : []),
        ...[...document.querySelectorAll('body *')]
          .filter((node) => !node.matches('header, nav, main, footer, noscript, dialog, #filter-keys, #act-why'))
          .filter((node) => !/^(semel-[a-z-]+|h1|h2|p|a|bdi|div|form|label|input|select|option|button|table|caption|thead|tbody|tr|th|td|ul|ol|li|dl|dt|dd|time|small|section|pre|progress|svg|title|polyline)$/i.test(node.localName))
          .map((node) => 'an element ' + node.localName),
        ...[...document.querySelectorAll('body *')].flatMap((node) => [...node.attributes]
          .filter(({ name, value }) => /^(on|style|src)/i.test(name) || (name === 'href' && !/^#(\\/|screen$)/.test(value)))
          .map(({ name, value }) => 'an attribute ' + name + '=' + value)),
        ...(/[\\u0000\\u0007\\u001b\\u202e\\u2066\\u200b\\ufeff]/.test(document.body.textContent) ? ['a hidden character'] : []),
      ].join('; ')""";

  /** Within the page, as each question to a browser costs more than a screen does. */
  private static final String WALK =
      """
      (() => {
        const main = document.querySelector('main');
        window.report = undefined;
        const isDrawn = () => main.dataset.place === location.hash && main.firstElementChild.readAt !== null;
        const walk = async () => {
          const found = [];
          for (const place of @places) {
            location.hash = place;
            while (!isDrawn()) {
              await new Promise((resolve) => main.addEventListener('drawn', resolve, { once: true }));
            }
            const damage = @damage;
            if (damage) {
              found.push(`${place}: ${damage}`);
            }
          }
          return found;
        };
        walk().then((found) => { window.report = found.join('\\n'); }, (failure) => { window.report = `the walk has failed: ${failure}`; });
        return '';
      })()""";

  private HostileTexts() {}

  /** Goes to these screens one after the other; {@code report} is then the damage on each. */
  static String walk(List<String> places) {
    return WALK.replace("@places", Json.createArrayBuilder(places).build().toString())
        .replace("@damage", DAMAGE);
  }

  static Stream<String> all() {
    return Stream.of(
        "<script>window.pwned=1</script>",
        "</script><script>window.pwned=1</script>",
        "<img src=x onerror=\"window.pwned=1\">",
        "<svg onload=window.pwned=1>",
        "<svg><script>window.pwned=1</script></svg>",
        "\"><img src=x onerror=window.pwned=1>",
        "' onmouseover='window.pwned=1",
        "\" autofocus onfocus=\"window.pwned=1",
        "<iframe src=\"javascript:parent.pwned=1\"></iframe>",
        "javascript:window.pwned=1",
        "<a href=\"javascript:window.pwned=1\">x</a>",
        "<math><mtext></mtext><script>window.pwned=1</script></math>",
        "<template><script>window.pwned=1</script></template>",
        "<style>body{display:none}</style>",
        "<base href=\"https://example.org/\">",
        "<meta http-equiv=refresh content=\"0;url=https://example.org/\">",
        "<form action=\"https://example.org/\"><button>x</button></form>",
        "<object data=\"x\"></object>",
        "<!-- <script>window.pwned=1</script>",
        "]]><script>window.pwned=1</script>",
        "&lt;script&gt;window.pwned=1&lt;/script&gt;",
        "&#60;script&#62;",
        "${window.pwned=1}",
        "{{constructor.constructor('window.pwned=1')()}}",
        "`${window.pwned=1}`",
        "'; window.pwned=1; //",
        "\\\"; window.pwned=1; //",
        "\\u003cscript\\u003ewindow.pwned=1\\u003c/script\\u003e",
        "__proto__",
        "constructor",
        "toString",
        "'; DROP TABLE semel_parked; --",
        "../../../etc/passwd",
        "%00%2e%2e%2f?a=b&c=d#e",
        "\u202Eevil\u2066text\u2069",
        "nul\u0000bell\u0007escape\u001b[31m",
        "zero\u200Bwidth\uFEFFspace",
        "\uD83D\uDE00\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67 \u0645\u0631\u062D\u0628\u0627 \u4F60\u597D",
        "half\uD83D of a pair",
        "x".repeat(100_000));
  }
}
