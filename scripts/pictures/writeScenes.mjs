import { countriesFile, profileKey, readingsFile } from './samples.mjs';
import * as steps from './steps.mjs';

/** @typedef {import('./scenes.mjs').Scene} Scene */

/** @type {Scene} */
export async function playEditor({ window, shoot, service }) {
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
export async function playRestore({ window, shoot, service }) {
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
export async function playLog({ window, shoot, service }) {
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
export async function playUpload({ window, shoot, service }) {
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
export async function playColumns({ window, shoot, service }) {
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

/** @type {Scene} */
export async function playRows({ window, shoot, service }) {
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
export async function playHold({ window, shoot, service }) {
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
