// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static java.util.stream.Collectors.joining;

/**
 * Types every hostile text into every field of a screen, within the page: it types as an editor
 * does, lets the page's own handlers send it, and goes on once the page says that it has drawn.
 * What a text has done, and where it did not come back as it was, is what a script comes to.
 */
final class TypedTexts {

  /** Of a text; what is longer has been shown by an API that says it. */
  private static final int LONGEST = 10_000;

  private static final String COMMON =
      """
      (() => {
        const texts = @texts;
        const main = document.querySelector('main');
        const found = [];
        window.typed = 0;
        window.report = undefined;

        /** As a browser sends it: half of a pair is no character. */
        const sent = (text) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));

        /** As it must stand on the page, at least its beginning. */
        const shown = (text) => text.slice(0, 80).replace(/[\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]/g,
          (c) => `\\u27e8U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}\\u27e9`);

        const note = (where, text, what) => found.push(`${where} of ${text.slice(0, 40)}: ${what}`);

        const type = (where, field, text) => {
          field.focus();
          field.select();
          document.execCommand('insertText', false, text);
          window.typed++;
          if (field.type === 'number') {
            if (!/^[-+.0-9eE]*$/.test(field.value)) {
              note(where, text, `a number is ${field.value}`);
            }
            field.value = '';
            field.select();
            document.execCommand('insertText', false, '1');
          } else if (field.value !== (field.maxLength > 0 ? text.slice(0, field.maxLength) : text)) {
            note(where, text, `typed is ${field.value}`);
          }
          return field.value;
        };

        const judge = (where, text) => {
          const damage = @damage;
          if (damage) {
            note(where, text, damage);
          }
        };

        /** The screen of this address has been read; if it cannot be read, that is said. */
        const drawn = async () => {
          const ends = () => main.dataset.place === location.hash && (main.firstElementChild.readAt !== null || main.querySelector('.problem'));
          while (!ends()) {
            await new Promise((resolve) => main.addEventListener('drawn', resolve, { once: true }));
          }
          if (main.querySelector('.problem')) {
            note('reading', location.hash, main.querySelector('.problem').textContent);
          }
        };

        const run = async () => {
          @run
        };
        run().then(() => { window.report = found.join('\\n'); }, (failure) => { window.report = `the probe has failed: ${failure}, ${failure.stack}`; });
        return '';
      })()""";

  /** The box at the top, and the screen to which it leads. */
  private static final String FIND =
      """
      for (const text of texts) {
        const q = type('find', document.getElementById('q'), text).trim();
        document.getElementById('find').requestSubmit();
        await drawn();
        if (main.firstElementChild.place.params.q !== sent(q) || !main.querySelector('p').textContent.includes(shown(sent(q)))) {
          note('find', text, `shown is ${main.querySelector('p').textContent}`);
        }
        judge('find', text);
      }""";

  /** All fields of the screen's filter at once; what is sent comes back from the address. */
  private static final String FILTER =
      """
      const fields = () => [...main.querySelectorAll('.filter input, .filter textarea')];
      for (const text of texts) {
        const wanted = fields().map((field) => [field.name, sent(type(`filter ${field.name}`, field, text).trim())]);
        main.querySelector('.filter').requestSubmit();
        await drawn();
        for (const [name, value] of wanted) {
          const now = main.querySelector(`#filter-${name}`).value;
          if (now !== value) {
            note(`filter ${name}`, text, `shown is ${now}`);
          }
        }
        judge('filter', text);
      }""";

  /** Each dialog of the screen, whose act is refused in words that hold the reason. */
  private static final String DIALOGS =
      """
      const buttons = () => [...main.querySelectorAll('[data-key], .buttons button')].filter((node) => node.localName === 'button');
      for (const label of new Set(buttons().map((button) => button.textContent))) {
        buttons().find((button) => button.textContent === label).click();
        const dialog = document.querySelector('dialog[open]');
        if (!dialog) {
          continue; // it asks for nothing
        }
        const alert = dialog.querySelector('[role=alert]');
        for (const text of texts) {
          const answered = new Promise((resolve) => {
            new MutationObserver((_, observer) => {
              if (alert.textContent) {
                observer.disconnect();
                resolve();
              }
            }).observe(alert, { childList: true });
          });
          dialog.querySelectorAll('input:not([type=checkbox]), textarea').forEach((field) => type(label, field, text));
          const why = sent(dialog.querySelector('#act-why').value);
          const invalid = dialog.querySelector('input:invalid, textarea:invalid');
          if (invalid) {
            note(label, text, `not valid is ${invalid.id}, ${invalid.value}`);
            continue;
          }
          dialog.querySelector('form').requestSubmit();
          await answered;
          if (!alert.textContent.includes(shown(why))) {
            note(label, text, `shown is ${alert.textContent}`);
          }
          judge(label, text);
        }
        const closed = new Promise((resolve) => dialog.addEventListener('close', resolve));
        dialog.close();
        await closed;
      }""";

  /** One act after another is done, and each dialog proposes the reason that was given last. */
  private static final String REMEMBERED =
      """
      let last = '';
      for (const text of [...texts, 'the end']) {
        main.querySelector('[data-key=r]').click();
        const dialog = document.querySelector('dialog[open]');
        const why = dialog.querySelector('#act-why');
        if (why.value !== last) {
          note('remembered', last, `shown is ${why.value}`);
        }
        judge('remembered', last);
        last = type('remembered', why, text);
        const closed = new Promise((resolve) => dialog.addEventListener('close', resolve));
        dialog.querySelector('form').requestSubmit();
        await closed;
        await drawn();
      }""";

  private TypedTexts() {}

  static String intoTheFindBox() {
    return script(FIND);
  }

  static String intoTheFilter() {
    return script(FILTER);
  }

  static String intoTheDialogs() {
    return script(DIALOGS);
  }

  static String asReasons() {
    return script(REMEMBERED);
  }

  private static String script(String run) {
    String texts =
        HostileTexts.all()
            .map(text -> text.substring(0, Math.min(LONGEST, text.length())))
            .map(TypedTexts::literal)
            .collect(joining(", ", "[", "]"));
    return COMMON
        .replace("@texts", texts)
        .replace("@damage", HostileTexts.DAMAGE)
        .replace("@run", run);
  }

  /** Half of a pair would not survive the way to the engine. */
  private static String literal(String text) {
    StringBuilder quoted = new StringBuilder();
    text.chars().forEach(c -> quoted.append(String.format("\\u%04x", c)));
    return "'" + quoted + "'";
  }
}
