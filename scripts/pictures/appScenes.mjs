import { profileKey } from './samples.mjs';
import * as steps from './steps.mjs';

/** @typedef {import('./scenes.mjs').Scene} Scene */

/** @type {Scene} */
export async function playWelcome({ window, shoot, service }) {
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
export async function playConnections({ window, shoot, service }) {
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
export async function playSettings({ window, app, shoot }) {
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
export async function playRequests({ window, shoot, service }) {
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
export async function playErrors({ window, shoot, service }) {
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
export async function playCommands({ window, shoot }) {
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
export async function playHelp({ window, shoot }) {
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
export async function playTour({ window, shoot }) {
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
