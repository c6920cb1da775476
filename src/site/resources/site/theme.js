// Before the page is painted: the colours that the reader chose on this site, if any
(() => {
  document.documentElement.classList.add('scripted');
  try {
    const chosen = localStorage.getItem('semel-theme');
    if (chosen) {
      document.documentElement.dataset.theme = chosen;
    }
  } catch {
    // without storage the system's choice holds
  }
})();
