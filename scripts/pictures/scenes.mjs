import * as steps from './steps.mjs';

/**
 * @typedef {object} Stage
 * @property {import('playwright').Page} window
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
  ['proof', playProof],
  ['recall', playRecall],
  ['editor', playEditor],
  ['errors', playErrors],
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
    name: 'Greenhouse, to look at only',
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
  await window.getByRole('button', { name: 'Remove', exact: false }).nth(1).click();
  await window.getByRole('dialog').waitFor();
  await shoot('connection-remove');
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
async function playRecall({ window, shoot, service }) {
  await steps.openDemo(window);
  await steps.showScreen(window, 'Recall');
  await shoot('recall-before');
  await steps.recall(window, 'climate in bay 3');
  await steps.hits(window).first().waitFor();
  await window.getByRole('tabpanel').waitFor();
  await shoot('recall-hits');
  await steps.recall(window, 'xyzzy qwertz');
  await window.getByText('Nothing recalled').waitFor();
  await shoot('recall-nothing');

  await steps.showScreen(window, 'Connections');
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await service.setFaults({ latencyMs: 4_000 });
  await steps.recall(window, 'pump');
  await window.getByText('Recalling and checking the proofs…').waitFor();
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
async function playEditor({ window, shoot, service }) {
  await steps.openDemo(window);
  await window.getByRole('button', { name: 'New atom' }).click();
  const editor = window.getByRole('dialog');
  await editor.waitFor();
  await shoot('editor-new');
  await editor.getByLabel('Key').fill('v1.user.Glen.preference.tea');
  await editor.getByLabel('Value').fill('{"kind": "green", "sugar": false}');
  await shoot('editor-filled');
  await editor.getByRole('button', { name: 'Store atom' }).click();
  await editor.getByText('Stored as version 1').waitFor();
  await shoot('editor-receipt');
  await editor.getByRole('button', { name: 'Done' }).click();
  await window.getByRole('button', { name: 'Edit' }).click();
  await editor.getByLabel('New value').fill('{"kind": "green", "sugar": false');
  await shoot('editor-edit');
  await window.keyboard.press('Escape');
  await editor.getByRole('alertdialog').waitFor();
  await shoot('editor-discard');
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
  await window.getByText(/It goes on by itself/).waitFor();
  await shoot('error-read-run');
  await service.setFaults({ latencyMs: 8_000 });
  await steps.lookUp(window, 'v1.user.Mei.profile');
  await window.getByText('Reading the atom and checking its proof…').waitFor();
  await shoot('reading');
}
