import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as steps from './steps.mjs';

/**
 * @typedef {object} Stage
 * @property {import('playwright').Page} window
 * @property {import('playwright').ElectronApplication} app
 * @property {import('./camera.mjs').Shoot} shoot
 * @property {import('./faultyService.mjs').FaultyService} service
 *
 * @typedef {(stage: Stage) => Promise<void>} Scene each begins with a new profile
 */

const profileKey = 'v1.user.Yusuf.profile';

/** @type {ReadonlyMap<string, Scene>} */
export const scenes = new Map([
  ['welcome', playWelcome],
  ['connections', playConnections],
  ['browse', playBrowse],
  ['search', playSearch],
  ['discover', playDiscover],
  ['inspector', playInspector],
  ['proof', playProof],
  ['recall', playRecall],
  ['predictions', playPredictions],
  ['scoreboard', playScoreboard],
  ['editor', playEditor],
  ['restore', playRestore],
  ['upload', playUpload],
  ['columns', playColumns],
  ['rows', playRows],
  ['hold', playHold],
  ['log', playLog],
  ['ledger', playLedger],
  ['changes', playChanges],
  ['verdict', playVerdict],
  ['requests', playRequests],
  ['audit', playAudit],
  ['evidence', playEvidence],
  ['settings', playSettings],
  ['errors', playErrors],
  ['commands', playCommands],
  ['help', playHelp],
  ['tour', playTour],
]);

/** @type {Scene} */
async function playWelcome({ window, shoot, service }) {
  await window.getByRole('button', { name: 'Explore the demo memory' }).waitFor();
  await shoot('welcome');
  await window.getByRole('button', { name: 'Connect to a service' }).click();
  const form = window.getByRole('dialog');
  await shoot('form-empty');
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await shoot('form-missing');
  await window.getByRole('button', { name: 'Cancel' }).click();

  await steps.fillConnectionForm(window, { address: 'http://localhost:1', apiKey: 'abc', name: 'nowhere' });
  await form.getByRole('button', { name: 'Test connection' }).click();
  await form.getByRole('alert').waitFor();
  await shoot('form-unreachable');
  await form.getByLabel('Base address').fill(service.address);
  await form.getByRole('button', { name: 'Test connection' }).click();
  await form.getByRole('alert').waitFor();
  await shoot('form-wrong-key');
  await form.getByLabel('API key').fill(service.fullKey);
  await form.getByRole('button', { name: 'Test connection' }).click();
  await form.getByText('accepts the key').waitFor();
  await shoot('form-reachable');
}

/** @type {Scene} */
async function playConnections({ window, shoot, service }) {
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await shoot('browse-empty');
  await steps.showScreen(window, 'Connections');
  await steps.connect(window, {
    address: service.address,
    apiKey: service.readKey,
    name: 'Greenhouse, read-only',
    colour: 'orange',
    readOnly: true,
  });
  await steps.showScreen(window, 'Connections');
  await steps.connect(window, {
    address:
      'https://memory.eu-central.a-very-long-company-name.example/atoms/v1/production/tenants/lumen-and-loam',
    apiKey: 'sk-example',
    name: 'prod-eu',
    colour: 'pink',
  });
  await steps.showScreen(window, 'Connections');
  await window.getByRole('button', { name: 'Explore the demo memory' }).click();
  await window.getByRole('tree', { name: 'Known keys' }).waitFor();
  await window.getByRole('banner').getByRole('button').first().click();
  await shoot('connection-switcher');
  await window.keyboard.press('Escape');
  await steps.showScreen(window, 'Connections');
  await window.getByRole('heading', { name: 'Connections' }).waitFor();
  await shoot('connections');
  await window
    .getByRole('button', { name: /^More actions for / })
    .nth(2)
    .click();
  await window.getByRole('menuitem', { name: 'Remove…' }).waitFor();
  await shoot('connection-menu');
  await window.getByRole('menuitem', { name: 'Remove…' }).click();
  await window.getByRole('dialog').waitFor();
  await shoot('connection-remove');
}

/** @type {Scene} */
async function playSettings({ window, app, shoot }) {
  await steps.openDemo(window);
  await steps.showScreen(window, 'Settings');
  await window.getByRole('heading', { name: 'Settings' }).waitFor();
  await shoot('settings-top');
  await window.getByText('Installation key').first().scrollIntoViewIfNeeded();
  await shoot('settings-kept');
  await window.getByText('Automatic updates: off').scrollIntoViewIfNeeded();
  await shoot('settings-end');
  const search = window.getByRole('textbox', { name: 'Search settings' });
  await search.fill('time zone');
  await shoot('settings-found');
  await search.fill('blockchain');
  await shoot('settings-none');
  await search.fill('drafts');
  await window.getByRole('listitem', { name: 'Scoreboard' }).waitFor();
  await shoot('settings-stored');
  await search.fill('');
  await window.getByRole('radiogroup', { name: 'Density' }).getByText('Compact').click();
  await window.getByRole('radiogroup', { name: 'Time zone' }).getByText('UTC').click();
  await steps.showScreen(window, 'Roots');
  await window.getByRole('grid', { name: 'Roots' }).waitFor();
  await shoot('settings-utc-roots');
  await steps.showScreen(window, 'Browse');
  await window.getByRole('tree', { name: 'Known keys' }).waitFor();
  await shoot('settings-compact-browse');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(2));
  await shoot('settings-zoom-browse');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(1));
}

/** @type {Scene} */
async function playBrowse({ window, shoot, service }) {
  await steps.openDemo(window);
  await shoot('browse');
  const filter = window.getByRole('textbox', { name: 'Filter known keys' });
  await filter.fill('pref');
  await shoot('browse-filter');
  await filter.fill('no such thing');
  await shoot('browse-no-match');
  await filter.fill('');
  await steps.lookUp(window, profileKey);
  await window.getByRole('tabpanel', { name: 'Value' }).waitFor();
  await shoot('value-json');
  await steps.showTab(window, 'Raw');
  await shoot('raw');
  await steps.showTab(window, 'Value');
  await steps.lookUp(window, 'v1.user.Mei.preference.summary_style');
  await window.getByText('結論').waitFor();
  await shoot('value-japanese');
  await window.getByRole('tree', { name: 'Known keys' }).getByText('All known keys').click();
  await window.getByRole('button', { name: /^Read and verify/ }).click();
  await window.getByRole('button', { name: 'Dismiss' }).waitFor();
  await shoot('browse-verified');

  await steps.showScreen(window, 'Connections');
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await service.store({
    'k.10': 'ten',
    'a..b': 'an empty segment',
    'v1.project.an-unusually-long-project-name.milestones.2026.autumn.acceptance_of_the_second_greenhouse.notes.draft':
      'Long key. '.repeat(4_000),
    'v1.メモ.日本語': '日本語の値です。',
    'v1.user.Yusuf.note': 'ملاحظة: راجع المضخة رقم 7 قبل يوم الأحد، ثم أرسل القراءات (EC 2.4) إلى ميّ.',
    'v1.user.\u202Eadmin': 'a bidi override in the key',
    'v1.user.pаypal': 'a Cyrillic letter in the key',
    ' leading and trailing ': '{"a":[1,2,{"b":null}],"c":"🌱 text"}',
  });
  for (const key of [
    'k.10',
    'a..b',
    ' leading and trailing ',
    'v1.メモ.日本語',
    'v1.user.\u202Eadmin',
    'v1.user.pаypal',
    'v1.user.Yusuf.note',
    'v1.project.an-unusually-long-project-name.milestones.2026.autumn.acceptance_of_the_second_greenhouse.notes.draft',
  ]) {
    await steps.lookUp(window, key);
    await window.getByRole('tabpanel', { name: 'Value' }).waitFor();
    if (key === 'v1.user.Yusuf.note') await shoot('value-rtl');
  }
  await window.getByRole('tree', { name: 'Known keys' }).getByText('All known keys').click();
  await shoot('browse-odd-keys');
}

/** @type {Scene} */
async function playSearch({ window, shoot }) {
  await steps.openDemo(window);
  const filter = window.getByRole('textbox', { name: 'Filter known keys' });
  await window.getByRole('button', { name: /^Filter mode/ }).click();
  await window.getByRole('menuitemradio', { name: /^Both/ }).waitFor();
  await shoot('search-menu');
  await window.getByRole('menuitemradio', { name: /^Values/ }).click();
  await filter.fill('pump');
  await window.getByText(/^Searched the values of/).waitFor();
  await shoot('search-values');
  await filter.fill('no such thing');
  await window.getByText('No match in the values that were searched.').first().waitFor();
  await shoot('search-values-none');
  await filter.fill('');
  await window.getByRole('button', { name: 'View options' }).click();
  await window.getByRole('menuitemcheckbox', { name: 'Value', exact: true }).click();
  await shoot('columns-menu');
  await window.getByRole('menuitemcheckbox', { name: /^\$\./ }).first().click();
  await window.keyboard.press('Escape');
  await shoot('columns-values');
}

/** @type {Scene} */
async function playInspector({ window, shoot, service }) {
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  const first = {
    name: 'Yusuf',
    id: 12345678901234,
    role: 'grower',
    bays: [1, 2, { plant: 'basil', since: '2026-03-01' }],
    active: true,
  };
  await service.store({
    'v1.user.Yusuf.profile': JSON.stringify(first),
    'v1.odd.text':
      'one\ttab, a right-to-left \u202Eoverride, zero\u200Bwidth, NUL \0, a carriage return\r\nand a p\u0430ypal that is none',
    'v1.odd.json':
      '{"id":12345678901234567890,"price":1.0,"name":"first","name":"second","caf\\u00e9":"a \u200Bhidden one","":null,"long":"' +
      'A long text with words in it. '.repeat(20) +
      '","deep":{"a":{"b":{"c":[[],{},[1]]}}}}',
    'v1.odd.date': '2026-11-21T14:00:00Z',
    'v1.odd.script': 'javascript:alert(1)',
    'v1.odd.token': '123e4567-e89b-12d3-a456-426614174000',
    'v1.odd.list': JSON.stringify(Array.from({ length: 3_000 }, (_, index) => ({ bay: index }))),
  });
  await steps.lookUp(window, 'v1.odd.json');
  await window.getByRole('tree', { name: 'Value as JSON' }).waitFor();
  await shoot('inspector-json');
  await window.getByRole('textbox', { name: 'Find in the JSON' }).fill('long');
  await window.getByRole('textbox', { name: 'Find in the JSON' }).press('Enter');
  await shoot('inspector-json-string');
  const views = window.getByRole('radiogroup', { name: 'Show the value as' });
  await views.getByText('Text').click();
  await window.getByRole('textbox', { name: 'Value', exact: true }).waitFor();
  await shoot('inspector-text-json');
  await views.getByText('Hex').click();
  await shoot('inspector-hex');
  await views.getByText('JSON').click();
  for (const name of ['date', 'script', 'list']) {
    await steps.lookUp(window, `v1.odd.${name}`);
    await window.getByRole('tabpanel', { name: 'Value' }).waitFor();
    await shoot(`inspector-${name}`);
  }
  await steps.lookUp(window, 'v1.odd.text');
  await window.getByText('a right-to-left').waitFor();
  await shoot('inspector-text');
  await window.getByRole('button', { name: 'Find in the text' }).click();
  await window.keyboard.type('zero');
  await shoot('inspector-text-find');

  await steps.lookUp(window, 'v1.user.Yusuf.profile');
  await steps.showTab(window, 'History');
  await window.getByRole('button', { name: 'Turn on history' }).waitFor();
  await shoot('history-off');
  await window.getByRole('button', { name: 'Turn on history' }).click();
  await window.getByRole('listbox', { name: 'Saved versions' }).waitFor();
  await shoot('history-one');
  await service.store({
    'v1.user.Yusuf.profile': JSON.stringify({ ...first, role: 'head grower', bays: [1, 2], since: 2024 }),
  });
  await window.getByRole('button', { name: 'Refresh' }).click();
  await window.getByRole('listbox').getByRole('option').nth(1).waitFor();
  await window.locator('.cm-mergeView').waitFor();
  await shoot('history-diff');
  await window.getByText('Unified').click();
  await shoot('history-unified');
  await service.setFaults({ tamper: 'value' });
  await window.getByRole('button', { name: 'Refresh' }).click();
  await window.getByRole('note').first().waitFor();
  await shoot('history-contradiction');
  await window.getByRole('button', { name: 'History', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Turn off history' }).click();
  await window.getByRole('dialog').getByText('version').waitFor();
  await shoot('history-stop');
  await window.getByRole('button', { name: 'Cancel' }).click();
  await steps.showTab(window, 'Notes');
  await window.getByRole('textbox', { name: 'Note' }).fill('Asked Mei about this one.');
  await window.getByRole('button', { name: 'Bookmark' }).click();
  await shoot('notes');
  await steps.showTab(window, 'Raw');
  await shoot('raw');
}

/** @type {Scene} */
async function playProof({ window, shoot, service }) {
  await steps.openDemo(window);
  await steps.lookUp(window, 'v1.user.Glen.preference.theme');
  await steps.showTab(window, 'Proof');
  await window.getByRole('list', { name: 'Checks' }).waitFor();
  await shoot('proof-green');

  await steps.showScreen(window, 'Connections');
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.recall(window, "Glen's preferences");
  await steps.hits(window).first().waitFor();
  await steps.lookUp(window, 'v1.user.Glen.preference.theme');
  await window.getByRole('list', { name: 'Checks' }).waitFor();
  await shoot('proof-pinned-service');
  for (const tamper of ['sibling', 'value', 'root']) {
    await service.setFaults({ tamper });
    await window.getByRole('button', { name: 'Refresh' }).click();
    await window.getByRole('button', { name: 'Failed' }).waitFor();
    await window
      .getByRole('button', { name: 'Refresh' })
      .and(window.locator(':not([data-loading])'))
      .waitFor();
    await shoot(`proof-${tamper}`);
  }
  await window.getByRole('tree', { name: 'Known keys' }).getByText('All known keys').click();
  await window.getByRole('button', { name: /^Read and verify/ }).click();
  await window.getByRole('button', { name: 'Dismiss' }).last().waitFor();
  await shoot('browse-tampered');
}

/** @type {Scene} */
async function playDiscover({ window, shoot, service }) {
  await steps.connect(window, { address: service.address, apiKey: service.readKey, name: 'Greenhouse' });
  await steps.showScreen(window, 'Discover');
  await window.getByText('No proof read yet').waitFor();
  await shoot('discover-empty');
  await window.getByLabel('Seed words').fill('user preference');
  await window.getByLabel('Request limit').fill('6');
  await window.getByRole('button', { name: 'Start discovery' }).click();
  await window.getByText('Stopped: request limit reached').waitFor();
  await shoot('discover-budget');
  await service.setFaults({ status: 429 });
  await window.getByLabel('Request limit').fill('500');
  await window.getByRole('button', { name: 'Discover more' }).click();
  await window.getByText('Too many requests').waitFor();
  await shoot('discover-waiting');
  await service.setFaults({ status: null });
  const discovery = window.getByRole('region', { name: 'Discover' });
  await discovery.getByText(/^(Complete|Stopped)/).waitFor();
  await shoot('discover-end');

  const rows = [
    'key,why',
    'v1.user.Glen.preference.theme,asked for',
    '"v1.odd, key",a comma',
    'v1.gone.from.here,old',
  ];
  const csv = [...rows, 'v1.gone.from.here,again', ',nothing'].join('\n');
  await window.getByRole('region', { name: 'Import known keys' }).evaluate((panel, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'keys of the audit.csv'));
    panel.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, csv);
  await window.getByRole('button', { name: 'Import 3 keys' }).scrollIntoViewIfNeeded();
  await shoot('discover-import');
  await window.getByRole('button', { name: 'Import 3 keys' }).click();
  await window.getByRole('button', { name: 'Add them anyway' }).scrollIntoViewIfNeeded();
  await shoot('discover-imported');
}

/** @type {Scene} */
async function playRecall({ window, shoot, service }) {
  await steps.openDemo(window);
  await steps.showScreen(window, 'Recall');
  await shoot('recall-before');
  await steps.recall(window, 'climate in bay 3');
  await steps.hits(window).first().waitFor();
  await window.getByRole('tabpanel').waitFor();
  await shoot('recall-hits');
  await steps.recall(window, '…');
  await window.getByText('No hits').waitFor();
  await shoot('recall-nothing');
  await steps.recall(window, 'climate in bay 3');
  await steps.hits(window).first().waitFor();
  await window.getByRole('button', { name: 'New expectation…' }).click();
  await window.getByRole('dialog').waitFor();
  await shoot('recall-expect');
  await window.getByRole('button', { name: 'Save expectation' }).click();
  await window.getByRole('dialog').waitFor({ state: 'hidden' });
  await steps.recall(window, 'setpoints of bay 3');
  await steps.hits(window).first().waitFor();
  await steps.showPart(window, 'History');
  await window.getByRole('table').waitFor();
  await shoot('recall-history');
  await window.getByRole('button', { name: 'Compare…' }).click();
  await window.getByRole('combobox', { name: 'Run A (earlier)' }).click();
  await window
    .getByRole('option', { name: /climate in bay 3/ })
    .first()
    .click();
  await window.getByRole('table').waitFor();
  await shoot('recall-compare');
  await steps.showPart(window, 'Expectations');
  await window.getByRole('button', { name: 'Run all' }).click();
  await window.getByText('1 met').waitFor();
  await shoot('recall-expectations');

  await steps.showScreen(window, 'Connections');
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await service.setFaults({ latencyMs: 4_000 });
  await steps.recall(window, 'pump');
  await window.getByText('Waiting for the hits and checking their proofs…').waitFor();
  await shoot('recall-waiting');
  await steps.hits(window).first().waitFor();
  await service.setFaults({ tamper: 'value' });
  await steps.recall(window, 'climate in bay 3');
  await steps.hits(window).first().waitFor();
  await shoot('recall-tampered');
  await service.setFaults({ status: 429 });
  await steps.recall(window, 'valve');
  await window.getByRole('alert').waitFor();
  await shoot('recall-rate-limited');
}

/** @type {Scene} */
async function playPredictions({ window, shoot, service }) {
  await steps.openDemo(window);
  await steps.showScreen(window, 'Predictions');
  await shoot('predictions-before');
  const key = window.getByRole('combobox', { name: 'Start key' });
  await key.fill('v1.project.orchid.status');
  await window.getByRole('button', { name: 'Start chain', exact: true }).click();
  await window.getByText('not requested').first().waitFor();
  await shoot('predictions-begun');
  await window.getByRole('switch', { name: 'Prefetch' }).click({ force: true });
  await window.getByRole('button', { name: 'Follow', exact: true }).click();
  await window.getByText(/^(Done|Request limit reached): /).waitFor();
  await shoot('predictions-graph');
  for (const look of ['List', 'Table']) {
    await window.getByRole('radiogroup', { name: 'Chain view' }).getByText(look, { exact: true }).click();
    await shoot(`predictions-${look.toLowerCase()}`);
  }
  await steps.recall(window, 'climate in bay 3');
  await steps.hits(window).first().waitFor();
  await shoot('predictions-prefetched');

  await steps.showScreen(window, 'Connections');
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.showScreen(window, 'Predictions');
  await key.fill('v1.not.there');
  await window.getByRole('button', { name: 'Start chain', exact: true }).click();
  await window.getByRole('button', { name: 'Follow', exact: true }).click();
  await window.getByText(/^Done: /).waitFor();
  await window.getByRole('radiogroup', { name: 'Chain view' }).getByText('Graph', { exact: true }).click();
  await window.locator('[data-card]').getByText('Not returned').waitFor();
  await shoot('predictions-nothing-there');
  await service.setFaults({ status: 429 });
  await key.fill('v1.user.Glen.profile');
  await window.getByRole('button', { name: 'Start chain', exact: true }).click();
  await window.getByRole('button', { name: 'Follow', exact: true }).click();
  await window.getByRole('alert').waitFor();
  await shoot('predictions-rate-limited');
}

/** @type {Scene} */
async function playScoreboard({ window, shoot }) {
  await steps.openDemo(window);
  await steps.showPredictionTab(window, 'Scoreboard');
  await window.getByText('Nothing counted yet').waitFor();
  await shoot('scoreboard-empty');
  const keys = ['v1.user.Glen.profile', 'v1.project.orchid.status', 'v1.user.Mei.profile'];
  const recallEach = async (/** @type {number} */ rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      for (const key of keys) {
        await steps.recall(window, key);
        await steps.hits(window).first().getByText(key.split('.').slice(-2).join('.')).first().waitFor();
      }
    }
  };
  await recallEach(2);
  await steps.showPredictionTab(window, 'Scoreboard');
  await window.getByRole('region', { name: 'Hit rates', exact: true }).waitFor();
  await shoot('scoreboard-few');
  await recallEach(10);
  await steps.showPredictionTab(window, 'Scoreboard');
  await window.getByRole('region', { name: 'Key pairs' }).waitFor();
  await shoot('scoreboard');
  await window.getByRole('tab', { name: 'Latest steps' }).click();
  await shoot('scoreboard-steps');
  await window.getByRole('button', { name: 'Scoreboard actions' }).click();
  await window.getByRole('menuitem', { name: 'Clear scoreboard…' }).click();
  await window.getByRole('dialog').waitFor();
  await shoot('scoreboard-clear');
}

/** @type {Scene} */
async function playEditor({ window, shoot, service }) {
  await steps.openDemo(window);
  await window.getByRole('button', { name: 'New atom' }).click();
  const editor = window.getByRole('dialog');
  await editor.waitFor();
  await shoot('editor-new');
  await editor.getByLabel('Key').fill('v1.user.Glen.preference.tea');
  await editor
    .getByLabel('Value')
    .fill('{"kind": "green", "sugar": false, "cups": 3, "since": "2021-04-02"}');
  await editor.getByRole('button', { name: 'Format' }).click();
  await shoot('editor-filled');
  await editor.getByRole('button', { name: 'Store atom' }).click();
  await editor.getByText('Stored as version 1').waitFor();
  await shoot('editor-receipt');
  await editor.getByRole('button', { name: 'Done' }).click();
  await window.getByRole('button', { name: 'Edit' }).click();
  await editor.getByLabel('New value').fill('{"kind": "green", "sugar": false');
  await shoot('editor-edit');
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await editor.getByRole('alertdialog').waitFor();
  await shoot('editor-discard');
  await editor.getByRole('button', { name: 'Discard' }).click();

  await window.getByRole('button', { name: 'Edit' }).click();
  await editor.getByRole('radiogroup', { name: 'Show differences' }).getByText('Side by side').click();
  await editor
    .getByLabel('New value')
    .fill(
      '{\n  "kind": "white",\n  "sugar": false,\n  "account": "AKIAIOSFODNN7QXMPLKZ",\n  "cups": 3,\n  "since": "2021-04-02"\n}',
    );
  await editor
    .getByText(/looks like a credential|AWS|credential/i)
    .first()
    .waitFor();
  await shoot('editor-diff');
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await editor.getByRole('button', { name: 'Discard' }).click();

  await steps.showScreen(window, 'Connections');
  await steps.connect(window, { address: service.address, apiKey: service.readKey, name: 'Greenhouse' });
  await window.getByRole('button', { name: 'New atom' }).click();
  await editor.getByLabel('Key').fill('v1.note');
  await editor.getByLabel('Value').fill('hello');
  await editor.getByRole('button', { name: 'Store atom' }).click();
  await editor.getByRole('alert').waitFor();
  await shoot('editor-forbidden');
}

/** @type {Scene} */
async function playRestore({ window, shoot, service }) {
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.lookUp(window, profileKey);
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = window.getByRole('dialog');
  await editor.getByLabel('New value').fill('{"name": "Yusuf", "plan": "free"}');
  await editor.getByRole('button', { name: 'Store new version' }).click();
  await editor.getByText('Stored as version 2').waitFor();
  await shoot('restore-receipt');
  await editor.getByRole('button', { name: 'Store previous value…' }).click();
  await window.getByText('1 atom gets its previous value.').waitFor();
  await shoot('restore-preview');
  await window.getByRole('button', { name: 'Cancel' }).click();
  await steps.showScreen(window, 'Writes');
  await window.getByRole('grid', { name: 'Writes' }).locator('[data-index]').first().click();
  await window.getByRole('button', { name: 'Store previous value…' }).waitFor();
  await shoot('restore-log');
}

/** @type {Scene} */
async function playColumns({ window, shoot, service }) {
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.showScreen(window, 'Upload');
  await shoot('columns-choose');
  await window.getByRole('button', { name: 'Paste rows…' }).click();
  await shoot('columns-paste');
  await window.getByRole('button', { name: 'Cancel' }).click();
  await steps.dropFile(window, 'countries.json', countriesFile());
  await window.getByRole('button', { name: 'Change a column…' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByLabel('Column', { exact: true }).fill('name.common');
  await dialog.getByLabel('New name').fill('title');
  await dialog.getByRole('button', { name: 'Add step' }).click();
  await window.getByRole('menuitem', { name: 'Change case' }).click();
  await dialog.getByText('UPPER').click();
  await dialog.getByRole('button', { name: 'Add step' }).click();
  await window.getByRole('menuitem', { name: 'Replace text' }).click();
  await dialog.getByLabel('Find').fill('’');
  await shoot('columns-steps');
  await dialog.getByRole('button', { name: 'Add change' }).click();
  await dialog.waitFor({ state: 'detached' });
  await window.getByRole('button', { name: 'Change a column…' }).click();
  await dialog.getByLabel('Column', { exact: true }).fill('area');
  await dialog.getByRole('button', { name: 'Add step' }).click();
  await window.getByRole('menuitem', { name: 'Convert to a type' }).click();
  await shoot('columns-unfit');
  await dialog.getByRole('button', { name: 'Add change' }).click();
  await dialog.waitFor({ state: 'detached' });
  await window.getByRole('combobox', { name: 'Key' }).fill('v1.country.{cca2}');
  await shoot('columns-mapping');
  await window.getByRole('button', { name: 'Saved mappings…' }).click();
  await dialog.getByLabel('Save the current mapping as').fill('Countries');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await shoot('columns-saved');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await steps.dropFile(window, 'second.csv', 'key,value\na,1\n');
  await steps.dropFile(
    window,
    'third file with a long name, as exports have them 2026-11-27.csv',
    'key,value\nb,1\n',
  );
  await window.getByRole('button', { name: '2 waiting files' }).click();
  await shoot('columns-queue');
}

function countriesFile() {
  const rows = ['Chad', 'Peru', 'Côte d’Ivoire', 'Laos', 'Tuvalu'].map((common, index) => ({
    cca2: common.slice(0, 2).toUpperCase(),
    name: { common, official: `Republic of ${common}` },
    area: index === 3 ? '236,800' : String(1000 * (index + 1)),
    capital: index === 1 ? '' : `${common} City`,
    languages: ['fra', 'spa'].slice(index % 2),
  }));
  return JSON.stringify(rows);
}

/** @type {Scene} */
async function playUpload({ window, shoot, service }) {
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.showScreen(window, 'Upload');
  await shoot('upload-choose');
  await steps.dropFile(window, 'readings.csv', readingsFile());
  await window.getByRole('button', { name: 'Check all rows' }).waitFor();
  await shoot('upload-mapping');
  await window.getByRole('button', { name: 'Check all rows' }).click();
  await window.getByRole('button', { name: 'Compare with service' }).click();
  await window.getByText(/^Compared with the service/).waitFor();
  await window.getByRole('button', { name: /^Blocked/ }).click();
  await shoot('upload-checked');
  await window.getByRole('row', { name: /00040/ }).click();
  await window.getByRole('button', { name: /^All rows/ }).click();
  await window.getByRole('row', { name: /00040/ }).waitFor();
  await shoot('upload-row-blocked');
  await window.getByRole('button', { name: 'Allow…' }).click();
  await window.getByRole('checkbox', { name: /I have reviewed these values/ }).check();
  await window.getByRole('button', { name: 'Allow', exact: true }).click();
  await window.getByRole('dialog').waitFor({ state: 'detached' });
  await window.getByRole('button', { name: 'Review and send' }).click();
  await shoot('upload-plan');
  await window.getByRole('button', { name: /^Send 2,000 atoms/ }).click();
  const question = window.getByRole('region', { name: /^The service refused a row/ });
  await question.waitFor();
  await shoot('upload-question');
  await service.setFaults({ latencyMs: 900 });
  await question.getByRole('button', { name: 'Skip this row' }).click();
  await question.waitFor({ state: 'detached' });
  await window.getByText(/^[1-9][\d,]* of 2,000$/).waitFor();
  await shoot('upload-sending');
  await steps.showScreen(window, 'Browse');
  await shoot('upload-strip');
  await service.setFaults({});
  await steps.showScreen(window, 'Upload');
  await window.getByText(/^Read back: 1,999 verified/).waitFor();
  await shoot('upload-result');
  await window.getByRole('button', { name: 'Refused 1' }).click();
  await window.getByRole('row', { name: /00040/ }).click();
  await shoot('upload-row');
}

/** @type {Scene} */
async function playRows({ window, shoot, service }) {
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.showScreen(window, 'Upload');
  const columns = readingsFile().replaceAll(/^v1\.greenhouse\.(\w+)\.(\d+)/gm, '$1,v1.greenhouse.$2');
  await steps.dropFile(window, 'readings.csv', `side,${columns}`);
  await window.getByRole('combobox', { name: 'Key' }).fill('v1.{side}.{key}');
  await window.getByRole('button', { name: 'Check all rows' }).click();
  await window.getByLabel('Count values of').selectOption('side');
  await window.getByRole('button', { name: /^south/ }).click();
  await window.getByText('500 rows', { exact: true }).waitFor();
  await shoot('upload-values');
  await window.getByRole('button', { name: 'Find and replace…' }).click();
  await window.getByLabel('Find', { exact: true }).fill('v1.greenhouse');
  await window.getByLabel('Replace with').fill('v2.greenhouse');
  await window.getByText(/^[1-9][\d,]* replacements? in/).waitFor();
  await shoot('upload-replace');
  await window.getByRole('button', { name: 'Cancel' }).click();
  await window.getByRole('row', { name: /00005/ }).click();
  await window.getByRole('grid', { name: 'Rows of the upload' }).press('F2');
  await window.getByRole('textbox', { name: /^Key of line/ }).waitFor();
  await shoot('upload-cell');
}

/** @type {Scene} */
async function playHold({ window, shoot, service }) {
  await service.store({
    'v1.greenhouse.north.00000': 'measured by hand',
    'v1.greenhouse.south.00001': 'reading 1',
  });
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.showScreen(window, 'Upload');
  await steps.dropFile(window, 'readings.csv', readingsFile().split('\n').slice(0, 40).join('\n'));
  await window.getByRole('button', { name: 'Check all rows' }).click();
  await window.getByRole('button', { name: 'Review and send' }).click();
  await window.getByText(/^The rows were not compared/).waitFor();
  await shoot('hold-plan');
  await window.getByRole('button', { name: /^Send 39 atoms/ }).click();
  await window.getByText(/^Read back: 38 verified/).waitFor();
  await shoot('hold-result');
  await window.getByRole('button', { name: 'On hold 1' }).click();
  await window.getByRole('row', { name: /00000/ }).click();
  await window.getByRole('button', { name: 'Queue for sending' }).waitFor();
  await shoot('hold-row');
  await window.getByRole('button', { name: 'Queue for sending' }).click();
  await window.getByRole('button', { name: 'Send 1 remaining row…' }).click();
  await window.getByRole('dialog').getByRole('button', { name: 'Send 1 atom' }).click();
  await window.getByRole('button', { name: 'Store previous value…' }).waitFor();
  await window.getByText(/^Read back: 39 verified/).waitFor();
  await shoot('hold-sent');
  await window.getByRole('button', { name: 'Export evidence…' }).click();
  await window
    .getByRole('dialog')
    .getByText(/^39 values/)
    .waitFor();
  await shoot('hold-evidence');
  await window.keyboard.press('Escape');
  await service.store({ 'v1.greenhouse.north.00000': 'measured again by hand' });
  await window.getByRole('button', { name: 'Store previous value…' }).click();
  await window.getByText('1 atom gets its previous value.').waitFor();
  await shoot('hold-restore');
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'Done' }).click();
  await window.getByRole('button', { name: 'Close upload' }).click();
  await window.getByRole('button', { name: 'Choose file' }).waitFor();
  await steps.dropFile(window, 'readings.csv', readingsFile().split('\n').slice(0, 38).join('\n'));
  await window.getByRole('button', { name: 'Check all rows' }).click();
  await window.getByRole('button', { name: 'Compare with service' }).click();
  await window.getByText(/^Compared with the service/).waitFor();
  await window.getByRole('button', { name: /not in the file…$/ }).click();
  await shoot('hold-absent');
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'Review and send' }).click();
  await window.getByRole('checkbox', { name: /^Skip \d+ rows/ }).uncheck();
  await window.getByRole('button', { name: /^Send 37 atoms/ }).click();
  await window.getByRole('dialog').waitFor();
  await shoot('hold-doubling');
}

/** 2,000 rows, one of which contains what every service takes for a credential. */
function readingsFile() {
  const sides = ['north', 'south', 'east', 'west'];
  const rows = Array.from({ length: 2_000 }, (_, at) => {
    const key = `v1.greenhouse.${sides[at % 4] ?? ''}.${String(at).padStart(5, '0')}`;
    return `${key},${at === 40 ? 'pump account AKIAIOSFODNN7QXMPLKZ' : `reading ${at}`}`;
  });
  return ['key,value', ...rows, ''].join('\n');
}

/** @type {Scene} */
async function playLog({ window, shoot, service }) {
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.showScreen(window, 'Writes');
  await window.getByText('No writes yet').waitFor();
  await shoot('log-empty');
  /** @param {string} key @param {string} value */
  const store = async (key, value) => {
    await steps.showScreen(window, 'Browse');
    await window.getByRole('button', { name: 'New atom' }).click();
    const editor = window.getByRole('dialog');
    await editor.getByLabel('Key').fill(key);
    await editor.getByLabel('Value').fill(value);
    await editor.getByRole('button', { name: 'Store atom' }).click();
    await editor.getByRole('button', { name: 'Done' }).click();
  };
  await store('v1.greenhouse.pump.note', 'replaced in spring');
  await store(`v1.greenhouse.${'south.'.repeat(12)}note`, 'glass broken');
  await steps.showScreen(window, 'Upload');
  await steps.dropFile(window, 'readings.csv', readingsFile().split('\n').slice(0, 40).join('\n'));
  await window.getByRole('button', { name: 'Check all rows' }).click();
  await window.getByRole('button', { name: 'Review and send' }).click();
  await window.getByRole('button', { name: /^Send 39 atoms/ }).click();
  await window.getByText(/^Read back: 39 verified/).waitFor();
  await steps.showScreen(window, 'Writes');
  const writes = window.getByRole('grid', { name: 'Writes' }).locator('[data-index]');
  await writes.nth(0).click();
  await shoot('log-upload');
  await window.getByRole('textbox', { name: 'Search files and keys' }).fill('nowhere');
  await window.getByText('No matching writes').waitFor();
  await shoot('log-search');
  await window.getByRole('textbox', { name: 'Search files and keys' }).fill('');
  await writes.nth(2).waitFor();
  await writes.nth(2).click();
  await shoot('log-store');
  await window.getByRole('button', { name: 'Clear the list of writes' }).click();
  await window.getByRole('dialog').waitFor();
  await shoot('log-clear');
}

/** @type {Scene} */
async function playErrors({ window, shoot, service }) {
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.recall(window, 'pump');
  await steps.hits(window).first().waitFor();
  await steps.lookUp(window, 'v1.does.not.exist');
  await window.getByRole('alert').waitFor();
  await shoot('error-not-found');
  await service.setFaults({ status: 503 });
  await steps.lookUp(window, profileKey);
  await window.getByRole('alert').waitFor();
  await shoot('error-unavailable');
  await window.getByRole('tree', { name: 'Known keys' }).getByText('All known keys').click();
  await window.getByRole('button', { name: /^Read and verify/ }).click();
  await window.getByText(/Retrying in/).waitFor();
  await shoot('error-read-run');
  await service.setFaults({ latencyMs: 8_000 });
  await steps.lookUp(window, 'v1.user.Mei.profile');
  await window.getByText('Reading the atom and checking its proof…').waitFor();
  await shoot('reading');
}

/** @type {Scene} */
async function playVerdict({ window, shoot, service }) {
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.recall(window, 'greenhouse pump');
  await steps.hits(window).first().waitFor();
  await steps.lookUp(window, profileKey);
  await steps.showTab(window, 'Proof');
  const checks = window.getByRole('list', { name: 'Checks', exact: true });
  await checks.getByText(/checks passed/).waitFor();
  await shoot('verdict-passed');
  await checks.getByText(/checks passed/).click();
  await shoot('verdict-unfolded');
  await service.setFaults({ tamper: 'value' });
  await window.getByRole('button', { name: 'Refresh' }).click();
  await window.getByRole('heading', { name: 'Verification failed' }).waitFor();
  await shoot('verdict-failed');
  await service.setFaults({});
  const atoms = window.getByRole('grid', { name: 'Atoms' });
  await atoms.getByRole('row').nth(1).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Bookmark' }).click();
  await window.getByText('Bookmarked 1 atom').waitFor();
  await shoot('verdict-notice');
  await atoms.getByRole('row').nth(1).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Delete…' }).click();
  await shoot('verdict-delete');
}

/** @type {Scene} */
async function playChanges({ window, shoot, service }) {
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.showScreen(window, 'Changes');
  await window.getByText('No changes noticed').waitFor();
  await shoot('changes-none');
  await steps.recall(window, 'greenhouse pump');
  await steps.hits(window).first().waitFor();
  await steps.lookUp(window, profileKey);
  await window.getByRole('button', { name: 'Refresh' }).waitFor();
  await steps.showScreen(window, 'Audit');
  await window.getByRole('button', { name: 'Audit known keys' }).click();
  await window.getByRole('region', { name: 'Audit summary' }).waitFor();
  await service.store({ [profileKey]: '{"name":"Yusuf","role":"editor"}', 'v1.greenhouse.pump.note': 'new' });
  await steps.lookUp(window, profileKey);
  await window.getByRole('button', { name: 'Refresh' }).click();
  await window.getByText('The value changed').waitFor();
  await steps.lookUp(window, 'v1.greenhouse.pump.note');
  await window.getByRole('heading', { name: 'v1.greenhouse.pump.note' }).waitFor();
  await steps.showScreen(window, 'Changes');
  await window.getByRole('combobox', { name: 'Changes since' }).click();
  await shoot('changes-since');
  await window.getByRole('option', { name: /Since audit/ }).click();
  const changed = window.getByRole('grid', { name: 'Changed keys' });
  await changed.getByText(/Version \d+ → \d+/).click();
  await window.getByRole('list', { name: 'Recorded changes' }).waitFor();
  await shoot('changes');
  await window.getByRole('button', { name: 'Show in Browse' }).click();
  await window.getByRole('grid', { name: 'Atoms' }).waitFor();
  await shoot('changes-in-browse');
}

/** @type {Scene} */
async function playLedger({ window, shoot, service }) {
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.showScreen(window, 'Roots');
  await window.getByText('No roots yet').waitFor();
  await shoot('ledger-empty');
  const refresh = async () => {
    await steps.showScreen(window, 'Browse');
    await window.getByRole('button', { name: 'Refresh' }).click();
  };
  await steps.showScreen(window, 'Browse');
  await steps.lookUp(window, profileKey);
  await service.store({ 'v1.greenhouse.pump.note': 'replaced in spring' });
  await refresh();
  await service.setFaults({ tamper: 'fork' });
  await refresh();
  await refresh();
  await service.setFaults({});
  await steps.showScreen(window, 'Roots');
  const roots = window.getByRole('grid', { name: 'Roots' });
  await roots.getByText('Unexplained').first().click();
  await window.getByText('Two roots for one tree size').waitFor();
  await shoot('ledger-doubt');
  await window.getByRole('button', { name: 'Sign head' }).click();
  await window.getByText('1 checkpoint').waitFor();
  await window.getByRole('button', { name: 'Verify ledger' }).click();
  await window.getByText('The ledger is intact').waitFor();
  await shoot('ledger-verified');
  await window.getByRole('button', { name: 'Compare heads…' }).click();
  await window.getByRole('dialog').getByText('Consistent', { exact: true }).waitFor();
  await shoot('ledger-heads');
}

/** @type {Scene} */
async function playRequests({ window, shoot, service }) {
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.showScreen(window, 'Requests');
  await window.getByRole('switch', { name: 'Record bodies' }).click();
  await steps.showScreen(window, 'Browse');
  await steps.lookUp(window, 'v1.greenhouse.pump.nothing');
  await window.getByText('Not found').waitFor();
  await steps.lookUp(window, profileKey);
  await window.getByRole('tabpanel', { name: 'Value' }).waitFor();
  await steps.showScreen(window, 'Recall');
  await steps.recall(window, 'which pump is the spare one');
  await steps.hits(window).first().waitFor();
  await steps.showScreen(window, 'Requests');
  await window.getByRole('grid', { name: 'Requests' }).getByText('/recall').click();
  await window.getByText('Timing').waitFor();
  await shoot('requests');
}

/** @type {Scene} */
async function playAudit({ window, app, shoot, service }) {
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.showScreen(window, 'Audit');
  await window.getByText('No audits yet').waitFor();
  await shoot('audit-empty');
  await steps.showScreen(window, 'Discover');
  await window.getByLabel('Seed words').fill('user preference');
  await window.getByRole('button', { name: 'Start discovery' }).click();
  await window
    .getByRole('region', { name: 'Discover' })
    .getByText(/^(Complete|Stopped)/)
    .waitFor();
  await steps.showScreen(window, 'Audit');
  await window.getByRole('button', { name: 'Audit known keys' }).click();
  await window.getByText(/ verified under one root/).waitFor();
  await shoot('audit');
  const view = window.getByRole('radiogroup', { name: 'View' });
  const keys = window.getByRole('grid', { name: 'Keys' });
  await view.getByText('Keys').click();
  await window.getByRole('radiogroup', { name: 'Show' }).getByText('All').click();
  const key = await keys.getByRole('gridcell', { name: /^v1\./ }).first().innerText();
  await service.store({ [key.replaceAll(/\s/g, '')]: 'Stored by another client' });
  await window.getByRole('button', { name: 'New audit…' }).click();
  await window.getByRole('dialog').getByLabel('Expected changes').selectOption('own-writes');
  await window.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await window.getByText(/ changed unexpectedly$/).waitFor();
  await shoot('audit-changed');
  await view.getByText('Keys').click();
  await window.getByRole('radiogroup', { name: 'Show' }).getByText('Changed').click();
  await keys.waitFor();
  await shoot('audit-changed-keys');
  await service.setFaults({ tamper: 'history' });
  await window.getByRole('button', { name: 'Repeat' }).click();
  await window
    .getByText(/ keys failed/)
    .first()
    .waitFor();
  await shoot('audit-failed');
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, folder);
  await window.getByRole('button', { name: 'Save signed evidence…' }).click();
  const evidence = window.getByRole('dialog');
  await evidence.getByText('The bundle will contain').waitFor();
  await shoot('audit-evidence');
  await evidence.getByRole('radio', { name: 'Values of keys that I choose' }).click();
  await evidence.getByRole('textbox', { name: 'Chosen keys' }).fill('v1.user.*\nv1.nothing');
  await evidence.getByText(/^No key in the bundle fits/).waitFor();
  for (const part of ['Report (HTML)', 'Report (PDF)', 'Verification script and instructions'])
    await evidence.getByRole('checkbox', { name: part }).check();
  await evidence.getByRole('textbox', { name: 'Prepared by' }).fill('Ada Lovelace');
  await evidence.getByRole('textbox', { name: 'Organization' }).fill('Audit office');
  await shoot('audit-evidence-chosen');
  await evidence.getByRole('button', { name: 'Choose folder…' }).click();
  await window.getByRole('button', { name: 'Show in folder' }).waitFor();
  await shoot('audit-evidence-saved');
  await window.getByRole('button', { name: 'More actions', exact: true }).first().click();
  await window.getByRole('menuitem', { name: 'Schedule…' }).click();
  const schedule = window.getByRole('dialog');
  await schedule.getByLabel('Repeat').selectOption('at');
  await schedule.getByRole('checkbox', { name: 'Save signed evidence of each audit' }).check();
  await schedule.getByLabel('Notifications').selectOption('changes');
  await shoot('audit-schedule');
  await schedule.getByRole('button', { name: 'Choose folder…' }).click();
  await window.getByRole('region', { name: 'Schedules' }).getByText('Every day at 02:00').waitFor();
  await shoot('audit-schedules');
  rmSync(folder, { recursive: true });
  await view.getByText('Keys').click();
  await keys.waitFor();
  await shoot('audit-keys');
  await window.getByRole('button', { name: 'Compare…' }).click();
  await shoot('audit-compare');
  await window.getByRole('dialog').getByRole('button', { name: 'Compare', exact: true }).click();
  await window.getByRole('grid', { name: 'Differences' }).waitFor();
  await shoot('audit-comparison');
  await window.getByRole('button', { name: 'New audit…' }).click();
  await window.getByRole('dialog').getByText('A branch').click();
  await shoot('audit-new');
}

/** @type {Scene} */
async function playEvidence({ window, app, shoot, service }) {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  const file = join(folder, 'profile.sigstore.json');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
  }, file);
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.lookUp(window, profileKey);
  await steps.showTab(window, 'Proof');
  await window.getByRole('button', { name: 'Pin root…' }).click();
  const pin = window.getByRole('dialog');
  await pin.waitFor();
  await shoot('pin');
  await pin.getByRole('button', { name: 'Pin root' }).click();
  await pin.waitFor({ state: 'hidden' });
  await shoot('pinned');
  await service.setFaults({ tamper: 'value' });
  await window.getByRole('button', { name: 'Refresh' }).click();
  await window.getByRole('button', { name: 'Failed', exact: true }).waitFor();
  await window.getByRole('button', { name: 'Export evidence…' }).first().click();
  const dialog = window.getByRole('dialog', { name: 'Export evidence' });
  await shoot('evidence-export');
  await dialog.getByRole('button', { name: 'Save as…' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await steps.showScreen(window, 'Evidence');
  await shoot('evidence-start');
  await window.getByRole('button', { name: 'Open file…' }).click();
  await window.getByRole('heading', { name: 'Intact, signer known' }).waitFor();
  await shoot('evidence');
  rmSync(folder, { recursive: true });
}

/** @type {Scene} */
async function playCommands({ window, shoot }) {
  await steps.openDemo(window);
  await steps.lookUp(window, profileKey);
  await window.getByRole('tabpanel', { name: 'Value' }).waitFor();
  await window.getByRole('button', { name: 'Bookmark', exact: true }).click();
  await window.keyboard.press('Control+k');
  const palette = window.getByRole('combobox', { name: 'Command palette' });
  await window.getByRole('group', { name: 'Bookmarks' }).waitFor();
  await shoot('palette');
  await palette.fill('pref');
  await window.getByRole('group', { name: 'Known keys' }).waitFor();
  await shoot('palette-typed');
  await palette.fill('zz zz');
  await shoot('palette-search-only');
  await window.keyboard.press('Escape');
  await window.keyboard.press('Control+p');
  await window.getByRole('combobox', { name: 'Go to key' }).fill('user');
  await window.getByRole('group', { name: 'Known keys' }).waitFor();
  await shoot('go-to-key');
  await window.keyboard.press('Escape');
  await window.keyboard.press('Control+l');
  await window.getByRole('group', { name: 'Connections' }).waitFor();
  await shoot('switch-connection');
  await window.keyboard.press('Escape');
  await window.keyboard.press('F1');
  await window.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await shoot('shortcuts');
  await window.getByRole('button', { name: 'Change shortcuts…' }).click();
  await window.getByRole('dialog', { name: 'Change shortcuts' }).waitFor();
  await shoot('shortcut-settings');
  await window.getByRole('button', { name: 'Change the keys of Audit', exact: true }).click();
  await window.keyboard.press('Control+2');
  await shoot('shortcut-taken');
  await window.getByRole('button', { name: 'Cancel' }).click();
  await window.keyboard.press('Escape');
  await window.getByRole('grid', { name: 'Atoms' }).focus();
  await window.keyboard.press('Delete');
  await window.getByRole('dialog', { name: 'Atoms cannot be deleted' }).waitFor();
  await shoot('cannot-delete');
}

/** @type {Scene} */
async function playHelp({ window, shoot }) {
  await steps.openDemo(window);
  await window.keyboard.press('Shift+F1');
  await window.getByRole('heading', { name: 'Browse', level: 1 }).waitFor();
  await shoot('help-screen');
  const pages = window.getByRole('navigation', { name: 'Documentation' });
  await pages.getByRole('button', { name: 'Find a tampered atom in five minutes' }).click();
  await shoot('help-tutorial');
  await pages.getByRole('button', { name: 'Commands' }).click();
  await shoot('help-commands');
  await window.getByRole('textbox', { name: 'Search documentation' }).fill('pinned root');
  await window.getByRole('navigation', { name: 'Matching pages' }).waitFor();
  await shoot('help-search');
}

/** @type {Scene} */
async function playTour({ window, shoot }) {
  await window.getByRole('button', { name: 'Explore the demo memory' }).click();
  await window.getByRole('button', { name: 'Show a proof' }).click();
  await window.getByRole('list', { name: 'Checks' }).waitFor();
  await shoot('tour-proof');
  await window.getByRole('button', { name: 'Next' }).click();
  await window.getByRole('button', { name: 'Tamper with an atom' }).click();
  await window.getByRole('button', { name: 'Show the atom' }).waitFor();
  await shoot('tour-practice');
  await window.getByRole('button', { name: 'Show the atom' }).click();
  await window.getByText('You found it.').waitFor();
  await shoot('tour-found');
  await window.getByRole('button', { name: 'End practice' }).click();
  await window.getByRole('button', { name: 'Done' }).waitFor();
  await shoot('tour-limits');
}
