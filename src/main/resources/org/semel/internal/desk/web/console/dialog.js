// SPDX-License-Identifier: Apache-2.0
// A dialog over the page: it keeps the focus, and gives it back.

/** Opens a dialog and puts the focus on `first`. Escape closes it, also where the browser does not see to that. */
export function openDialog(dialog, first) {
  const from = document.activeElement;
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      dialog.close();
    }
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (from?.isConnected) {
      from.focus();
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  first.focus();
}
