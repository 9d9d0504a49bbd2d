import * as steps from '../pictures/steps.mjs';

/**
 * What a busy user does in the window. Each action begins and ends without a dialog, on any screen.
 *
 * @typedef {import('playwright').Page} Page
 *
 * @typedef {object} Stage
 * @property {Page} window
 * @property {import('playwright').ElectronApplication} app
 * @property {import('./random.mjs').Random} random
 *
 * @typedef {(stage: Stage) => Promise<void>} Action
 */

/** @type {ReadonlyMap<string, Action>} */
export const actions = new Map([
  ['filter', filterKeys],
  ['tree', foldTree],
  ['open atoms', openAtoms],
  ['inspector tabs', showTabs],
  ['close tabs', closeTabs],
  ['proof', showProof],
  ['tamper lab', tamper],
  ['editor', edit],
  ['audit', audit],
  ['second window', openSecondWindow],
  ['theme', changeTheme],
  ['upload', upload],
  ['recall', recall],
]);

const words = [
  'user',
  'pref',
  'bay',
  'project',
  'tool',
  'deploy',
  'status',
  'climate',
  'no such thing',
  'v1',
];
const queries = [
  'what does the user prefer',
  'project deadlines',
  'climate in bay 3',
  'how to deploy a release',
  'who waters the seedlings',
];

/**
 * Where every measurement is taken: a screen that is always the same, with nothing open and nothing typed.
 *
 * @param {Page} window
 */
export async function comeToRest(window) {
  await closeTabs({ window });
  await window.getByRole('textbox', { name: 'Filter known keys' }).fill('');
  await chooseTheme(window, 'Light');
  // Twice, because React keeps what it has drawn last but one.
  for (let round = 0; round < 2; round += 1) {
    await steps.showScreen(window, 'Browse');
    await window.getByRole('tree', { name: 'Known keys' }).waitFor();
    await steps.showScreen(window, 'Connections');
    await window.getByRole('heading', { name: 'Connections' }).waitFor();
  }
  await window.mouse.move(0, 0);
}

/**
 * Scrolls through all atoms, which reads them. The window keeps the latest reading of each for half an hour, which would look
 * like growth if they were read little by little.
 *
 * @param {Page} window
 */
export async function seeAllAtoms(window) {
  await steps.showScreen(window, 'Browse');
  await window.getByRole('tree', { name: 'Known keys' }).getByText('All known keys').click();
  const grid = window.getByRole('grid', { name: 'Atoms' });
  await grid.focus();
  const last = await grid.getAttribute('aria-rowcount');
  await window.keyboard.press('Home');
  while ((await grid.locator(`[aria-rowindex="${last}"]`).count()) === 0) {
    await window.keyboard.press('PageDown');
    await grid.getByRole('img', { name: 'Not read yet' }).first().waitFor({ state: 'detached' });
  }
}

/** @param {Stage} stage */
async function filterKeys({ window, random }) {
  await steps.showScreen(window, 'Browse');
  const filter = window.getByRole('textbox', { name: 'Filter known keys' });
  await filter.focus();
  await filter.pressSequentially(random.pick(words));
  const none = window.getByText('No known keys match this filter.');
  await window.getByRole('tree', { name: 'Known keys' }).or(none).first().waitFor();
  await filter.fill('');
}

/** @param {Stage} stage */
async function foldTree({ window, random }) {
  await steps.showScreen(window, 'Browse');
  const pane = window.getByRole('region', { name: 'Tree of known keys' });
  await pane.getByRole('button', { name: 'Expand all' }).click();
  const tree = window.getByRole('tree', { name: 'Known keys' });
  await tree.focus();
  const presses = 5 + random.below(15);
  for (let press = 0; press < presses; press += 1) {
    await window.keyboard.press(
      random.pick(['ArrowDown', 'ArrowDown', 'ArrowUp', 'PageDown', 'ArrowLeft', 'End']),
    );
  }
  await pane.getByRole('button', { name: 'Collapse all' }).click();
}

/** @param {Stage} stage */
async function openAtoms({ window, random }) {
  await steps.showScreen(window, 'Browse');
  await window.getByRole('tree', { name: 'Known keys' }).getByText('All known keys').click();
  const rows = window.getByRole('grid', { name: 'Atoms' }).getByRole('row');
  await rows.nth(1).waitFor();
  const count = 1 + random.below(3);
  for (let opened = 0; opened < count; opened += 1) {
    const row = rows.nth(1 + random.below((await rows.count()) - 1));
    await (random.chance(0.5) ? row.dblclick() : row.click());
    await shownValue(window).waitFor();
  }
}

/** @param {Stage} stage */
async function showTabs(stage) {
  const { window, random } = stage;
  await ensureAtom(stage);
  for (let shown = 0; shown < 4; shown += 1) {
    const name = random.pick(/** @type {const} */ (['Proof', 'History', 'Notes', 'Raw']));
    await showTab(window, name);
    await window.getByRole('tabpanel', { name, exact: true }).waitFor();
  }
  await showTab(window, 'Value');
  await shownValue(window).waitFor();
}

/** @param {Pick<Stage, 'window'>} stage */
async function closeTabs({ window }) {
  await steps.showScreen(window, 'Browse');
  const list = window.getByRole('button', { name: 'Open atoms' });
  if (!(await list.isVisible())) return;
  await list.click();
  await window.getByRole('menuitem', { name: 'Close all' }).click();
  await window.getByRole('tablist', { name: 'Open atoms' }).waitFor({ state: 'detached' });
}

/** @param {Stage} stage */
async function showProof(stage) {
  const { window } = stage;
  await ensureAtom(stage);
  await showTab(window, 'Proof');
  await window.getByRole('button', { name: 'Open in Proof' }).click();
  await window.getByRole('region', { name: 'Verdict' }).getByRole('heading', { name: 'Verified' }).waitFor();
}

/** @param {Stage} stage */
async function tamper(stage) {
  const { window, random } = stage;
  await showProof(stage);
  await window.getByRole('button', { name: 'Tamper lab' }).click();
  const lab = window.getByRole('region', { name: 'Tamper lab' });
  await lab
    .getByRole('button', { name: /^Flip a bit of / })
    .nth(random.below(3))
    .click();
  await lab.getByRole('heading', { name: 'Verification failed' }).waitFor();
  await lab.getByRole('button', { name: 'Restore all' }).click();
  await lab.getByRole('heading', { name: 'Verified' }).waitFor();
  await window.getByRole('button', { name: 'Exit lab' }).click();
  await lab.waitFor({ state: 'detached' });
}

/** @param {Stage} stage */
async function edit(stage) {
  const { window, random } = stage;
  await ensureAtom(stage);
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = window.getByRole('dialog');
  await editor.getByLabel('New value').fill(`A text that is never stored: ${random.below(1_000)}`);
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await editor.getByRole('button', { name: 'Discard' }).click();
  await editor.waitFor({ state: 'detached' });
}

/** @param {Stage} stage */
async function audit({ window, random }) {
  await steps.showScreen(window, 'Audit');
  const first = window.getByRole('main').getByRole('button', { name: 'Audit known keys' });
  const repeat = window.getByRole('button', { name: 'Repeat' });
  await first.or(repeat).first().waitFor();
  const audits = window.getByRole('listbox', { name: 'Audits' }).getByRole('option');
  if (!(await repeat.isVisible())) await first.click();
  // Each audit stays in the list, so that a long run would measure the list.
  else if ((await audits.count()) < 3) await repeat.click();
  else await audits.nth(random.below(3)).click();
  await window.getByRole('region', { name: 'Audit summary' }).getByRole('status').waitFor();
  const view = window.getByRole('radiogroup', { name: 'View' });
  await view.getByText('Keys').click();
  await window.getByRole('main').getByText('All', { exact: true }).click();
  await window.getByRole('grid', { name: 'Keys' }).getByRole('row').nth(1).waitFor();
  await view.getByText('Summary').click();
}

/** @param {Stage} stage */
async function openSecondWindow({ window, app }) {
  const opening = app.waitForEvent('window');
  await app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    items.find(({ label }) => label === 'New Window')?.click();
  });
  const other = await opening;
  await other.getByRole('navigation', { name: 'Screens' }).waitFor();
  await other.close();
  await window.bringToFront();
}

/** @param {Stage} stage */
async function changeTheme({ window, random }) {
  await chooseTheme(window, random.pick(['Light', 'Dark', 'System']));
}

/** @param {Stage} stage */
async function upload({ window }) {
  await steps.showScreen(window, 'Upload');
  const rows = Array.from({ length: 200 }, (_, at) => `v1.soak.${at % 7}.${at},a value ${at}`);
  await window.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
  await steps.dropFile(window, 'rows.csv', ['key,value', ...rows, ''].join('\n'));
  await window.getByRole('button', { name: 'Check all rows' }).click();
  await window.getByRole('grid', { name: 'Rows of the upload' }).getByRole('row').nth(1).waitFor();
  await window.getByRole('button', { name: 'Discard' }).click();
  await window.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await window.getByRole('button', { name: 'Choose file' }).waitFor();
}

/** @param {Stage} stage */
async function recall({ window, random }) {
  await steps.recall(window, `${random.pick(queries)} ${random.below(50)}`);
  await steps.hits(window).first().waitFor();
  await window
    .getByRole('button', { name: 'Recall', exact: true })
    .and(window.locator('[type=submit]'))
    .waitFor();
}

/** @param {Stage} stage */
async function ensureAtom(stage) {
  await steps.showScreen(stage.window, 'Browse');
  if (!(await stage.window.getByRole('tablist', { name: 'Open atoms' }).isVisible())) await openAtoms(stage);
}

/** @param {Page} window */
function shownValue(window) {
  return window.getByRole('tabpanel').getByRole('tab', { name: 'Value', exact: true });
}

/**
 * The names are exact, because the tabs of open atoms have keys for names.
 *
 * @param {Page} window
 * @param {string} name
 */
function showTab(window, name) {
  return window.getByRole('tab', { name, exact: true }).click();
}

/**
 * @param {Page} window
 * @param {string} theme
 */
async function chooseTheme(window, theme) {
  await steps.showScreen(window, 'Settings');
  await window.getByRole('radiogroup', { name: 'Theme' }).getByText(theme, { exact: true }).click();
}
