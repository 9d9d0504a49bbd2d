// Loaded into the main process of both windows, before their own code: prints when the first window shows the
// element in START_UNTIL.
'use strict';

const { app } = require('electron');

const selector = process.env['START_UNTIL'] ?? '';
/** What to click first, as soon as it appears; empty: nothing. */
const clicked = process.env['START_CLICK'] ?? '';

/** In the page: resolves with the time, in epoch milliseconds, of the first frame that shows an element. */
const untilShown = /* js */ `new Promise((resolve) => {
  let toClick = ${JSON.stringify(clicked)};
  const look = () => {
    const button = toClick === '' ? null : document.querySelector(toClick);
    if (button !== null) {
      toClick = '';
      button.click();
    }
    if (document.querySelector(${JSON.stringify(selector)}) === null) return false;
    requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
    return true;
  };
  if (look()) return;
  const observer = new MutationObserver(() => {
    if (look()) observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true, attributes: true });
})`;

app.once('web-contents-created', (_event, contents) => {
  contents.once('dom-ready', () => {
    contents.executeJavaScript(untilShown).then(
      (time) => process.stdout.write(`shown ${time}\n`),
      (error) => process.stderr.write(`${error}\n`),
    );
  });
});
