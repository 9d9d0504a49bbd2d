import { profileKey } from './samples.mjs';
import * as steps from './steps.mjs';

/** @typedef {import('./scenes.mjs').Scene} Scene */

/** @type {Scene} */
export async function playBrowse({ window, shoot, service }) {
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
  const tree = window.getByRole('tree', { name: 'Known keys' });
  await tree.press('Home');
  await tree.getByText('All known keys').click();
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
export async function playSearch({ window, shoot }) {
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
export async function playInspector({ window, shoot, service }) {
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
export async function playChanges({ window, shoot, service }) {
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
