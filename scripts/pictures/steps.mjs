/** @typedef {import('playwright').Page} Page */

/** @param {Page} window */
export async function openDemo(window) {
  await window.getByRole('button', { name: 'Explore the demo memory' }).click();
  await window.getByRole('tree', { name: 'Known keys' }).waitFor();
  await window.getByRole('button', { name: 'Skip tour' }).click();
}

/**
 * @param {Page} window
 * @param {'Browse' | 'Discover' | 'Recall' | 'Predictions' | 'Changes' | 'Upload' | 'Writes' | 'Roots' | 'Connections' | 'Evidence' | 'Audit' | 'Requests' | 'Settings'} name
 */
export async function showScreen(window, name) {
  await window.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name }).click();
}

/**
 * @param {Page} window
 * @param {'Chain' | 'Scoreboard'} name
 */
export async function showPredictionTab(window, name) {
  await showScreen(window, 'Predictions');
  await window.getByRole('tab', { name }).click();
}

/**
 * @param {Page} window
 * @param {string} query
 */
export async function recall(window, query) {
  await showScreen(window, 'Recall');
  const box = window.getByRole('textbox', { name: 'Query' });
  await box.fill(query);
  await box.press('Enter');
}

/** @param {Page} window */
export function hits(window) {
  return window.getByRole('listbox', { name: 'Hits' }).getByRole('option');
}

/**
 * @param {Page} window
 * @param {string} key
 */
export async function lookUp(window, key) {
  await showScreen(window, 'Browse');
  await window.getByRole('textbox', { name: 'Look up exact key' }).fill(key);
  await window.getByRole('button', { name: 'Look up' }).click();
}

/**
 * @param {Page} window
 * @param {'Hits' | 'History' | 'Compare' | 'Expectations'} name
 */
export async function showPart(window, name) {
  await window.getByRole('radiogroup', { name: 'View' }).getByText(name).click();
}

/**
 * @param {Page} window
 * @param {'Value' | 'Proof' | 'History' | 'Notes' | 'Raw'} name
 */
export async function showTab(window, name) {
  await window.getByRole('tab', { name }).click();
}

/**
 * @typedef {{ readonly address: string, readonly apiKey: string, readonly name: string, readonly colour?: string, readonly readOnly?: boolean }} ConnectionAnswers
 */

/**
 * @param {Page} window
 * @param {ConnectionAnswers} answers
 */
export async function fillConnectionForm(window, answers) {
  await window.getByRole('button', { name: 'Connect to a service' }).click();
  const form = window.getByRole('dialog');
  await form.getByLabel('Base address').fill(answers.address);
  await form.getByLabel('API key').fill(answers.apiKey);
  await form.getByLabel('Name').fill(answers.name);
  if (answers.colour !== undefined) await form.getByRole('radio', { name: answers.colour }).check();
  if (answers.readOnly === true) await form.getByLabel('Read-only').check();
  return form;
}

/**
 * @param {Page} window
 * @param {ConnectionAnswers} answers
 */
export async function connect(window, answers) {
  const form = await fillConnectionForm(window, answers);
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
}

/**
 * Drops a file on the screen.
 *
 * @param {Page} window
 * @param {string} name
 * @param {string} text
 */
export async function dropFile(window, name, text) {
  const transfer = await window.evaluateHandle(
    ([fileName, content]) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([content], fileName));
      return dropped;
    },
    /** @type {const} */ ([name, text]),
  );
  await window
    .getByRole('main')
    .getByRole('heading', { level: 2 })
    .first()
    .dispatchEvent('drop', { dataTransfer: transfer });
  await transfer.dispose();
}
