import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { textRow, workbookOf } from '../engine/uploads/source/excel/testing/workbookOf.ts';
import { expect, test, type RunningApp } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { startService } from './support/service.ts';
import { showScreen } from './support/steps.ts';

const secret = 'AKIAQ7ZT3WNB2KXMVJ4R';

/** The system's dialog answers with this file. */
async function chooseFile({ electron, page }: RunningApp, path: string): Promise<void> {
  await electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, path);
  await page.getByRole('button', { name: 'Choose files…' }).click();
}

interface DroppedFile {
  readonly name: string;
  readonly text: string;
}

/** Drops files on the middle of the screen, as the system would. */
async function dropFiles(page: Page, files: readonly DroppedFile[]): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('heading', { level: 2 })
    .first()
    .evaluate((target, given) => {
      const dataTransfer = new DataTransfer();
      for (const { name, text } of given) dataTransfer.items.add(new File([text], name));
      for (const type of ['dragover', 'drop'])
        target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }, files);
}

function rowOf(page: Page, line: number): Locator {
  return page
    .getByRole('grid', { name: 'Rows of the upload' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: String(line), exact: true }) });
}

function filter(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'Filters' }).getByRole('button', { name });
}

async function checkAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check all rows' }).click();
  await expect(page.getByRole('grid', { name: 'Rows of the upload' })).toBeVisible();
}

test('a dropped file is taken; what cannot be taken is told why', async ({ openSharedDemo }) => {
  const { page } = await openSharedDemo();
  await showScreen(page, 'Upload');

  const atoms = { name: 'atoms.csv', text: 'key,value\nv1.upload.a,one\nv1.upload.b,two\n' };
  await dropFiles(page, [{ name: 'nothing.csv', text: '' }]);
  await expect(page.getByRole('alert')).toContainText('“nothing.csv” is empty');
  await dropFiles(page, [{ name: 'picture.png', text: '\u0000\u0001\u0000PNG' }]);
  await expect(page.getByRole('alert')).toContainText('Not a text file');
  await expectNoViolations(page, 'Upload, a file that was refused');
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await expect(page.getByRole('button', { name: 'Choose files…' })).toBeVisible();

  await dropFiles(page, [atoms]);
  const preview = page.getByRole('region', { name: 'First atoms' });
  await expect(preview.getByText('v1.upload.b')).toBeVisible();
  await expect(page.getByText('All 2 rows: none blocked')).toBeVisible();
  // A plain table needs one click.
  await checkAll(page);
  await expect(filter(page, 'Ready')).toContainText('2');

  // Others wait until this one is closed.
  const later = { name: 'later.csv', text: 'key,value\nv1.upload.c,three\n' };
  await dropFiles(page, [atoms, { name: 'nothing.csv', text: '' }, later]);
  await expect(page.getByText('“nothing.csv” is empty')).toBeVisible();
  await expect(page.getByText('Next: atoms.csv.')).toBeVisible();
  await page.getByRole('button', { name: '2 waiting files' }).click();
  await page.getByRole('menuitem', { name: 'Remove atoms.csv' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(preview.getByText('v1.upload.c')).toBeVisible();
  await expect(page.getByText('Next:')).toBeHidden();
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('button', { name: 'Paste rows…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page, 'pasting rows');
  await page.getByRole('dialog').getByLabel('Rows').fill('key\tvalue\nv1.upload.d\tfour');
  await page.getByRole('button', { name: 'Use these rows' }).click();
  await expect(preview.getByText('v1.upload.d')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Choose files…' })).toBeVisible();
});

test('properties of JSON and changed columns make keys and values; the mapping is saved', async ({
  openSharedDemo,
}) => {
  const { page } = await openSharedDemo();
  await showScreen(page, 'Upload');
  const countries = [
    { cca2: 'TD', name: { common: 'Chad' }, area: '1284000', tags: ['a', 'b'] },
    { cca2: 'PE', name: { common: 'Peru' }, area: 'n/a', tags: [] },
  ];
  await dropFiles(page, [{ name: 'countries.json', text: JSON.stringify(countries) }]);
  const key = page.getByRole('combobox', { name: 'Key' });
  // The first column that could be a key; objects cannot.
  await expect(key).toHaveValue('{cca2}');
  await page.getByRole('button', { name: 'Change a column…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Column', { exact: true }).fill('name.common');
  await dialog.getByLabel('New name').fill('title');
  await dialog.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('menuitem', { name: 'Change case' }).click();
  await expect(dialog.getByRole('region', { name: 'Cells before and after' })).toContainText('chad');
  await expectNoViolations(page, 'Upload, a column is changed');
  await dialog.getByRole('button', { name: 'Add change' }).click();
  await page.getByRole('button', { name: 'Change a column…' }).click();
  await dialog.getByLabel('Column', { exact: true }).fill('area');
  await dialog.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('menuitem', { name: 'Convert to a type' }).click();
  await expect(dialog.getByText('Does not fit 1 of the first 2 rows.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add change' }).click();
  await key.fill('v1.country.{title}');
  await key.press('Escape');
  const preview = page.getByRole('region', { name: 'First atoms' });
  await expect(preview.getByText('v1.country.chad')).toBeVisible();
  await expect(preview.getByText('Not converted')).toBeVisible();

  await page.getByRole('button', { name: 'Saved mappings…' }).click();
  await dialog.getByLabel('Save the current mapping as').fill('Countries');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('Key: v1.country.{title}')).toBeVisible();
  await expectNoViolations(page, 'Upload, saved mappings');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();

  // What is typed into a row remains when the mapping changes.
  await checkAll(page);
  await expect(filter(page, 'Blocked')).toContainText('1');
  await page.getByRole('row', { name: /peru/ }).click();
  await page
    .getByRole('group', { name: 'Rows to check' })
    .getByLabel('Key', { exact: true })
    .fill('v1.typed');
  await page.getByRole('button', { name: 'Save row' }).click();
  await page.getByRole('button', { name: 'Back to mapping' }).click();
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await key.fill('v2.{title}');
  await key.press('Escape');
  await page.getByRole('button', { name: 'Saved mappings…' }).click();
  await dialog.getByRole('button', { name: 'Use Countries' }).click();
  await expect(key).toHaveValue('v1.country.{title}');
  await key.fill('v2.{title}');
  await key.press('Escape');
  await checkAll(page);
  await expect(page.getByRole('row', { name: /typed/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /v2.*chad/ })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
});

test('encoding and delimiter are detected and can be changed; columns make key and value', async ({
  openSharedDemo,
  folder,
}) => {
  const file = `${folder}/staff.csv`;
  // Windows-1252: the ö is one byte, which UTF-8 has not.
  await writeFile(
    file,
    Buffer.from('team;name;city;city\nred; J\u00f6rg ;Oslo;north\nblue;Ada;Bergen;south\n', 'latin1'),
  );
  const app = await openSharedDemo();
  const { page } = app;
  await showScreen(page, 'Upload');
  await chooseFile(app, file);

  await expect(page.getByRole('heading', { name: 'Not UTF-8' })).toBeVisible();
  await expect(page.getByText('J\u00f6rg')).toBeVisible();
  await page.getByRole('button', { name: 'Read as Windows-1252' }).click();
  await expect(page.getByLabel('Encoding')).toHaveValue('windows-1252');
  await expect(page.getByLabel('Delimiter')).toHaveValue(';');
  await expect(page.getByText('Detected (a guess)')).toHaveCount(5);
  await expect(page.getByText('changed to “city (2)”')).toBeVisible();
  await page.getByLabel('Encoding').selectOption('utf-8');
  await expect(page.getByRole('heading', { name: 'Not UTF-8' })).toBeVisible();
  await page.getByRole('button', { name: 'Read as Windows-1252' }).click();
  await expect(page.getByText('Your choice')).toBeVisible();

  const key = page.getByRole('combobox', { name: 'Key' });
  await key.fill('v1.{tem}');
  await expect(page.getByText('Character 4: There is no column “tem”.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check all rows' })).toBeDisabled();
  await key.fill('v1.{te');
  await page.getByRole('listbox').getByRole('option', { name: 'team' }).click();
  await expect(key).toHaveValue('v1.{team}');
  await key.press('End');
  await key.pressSequentially('.');
  await page.getByRole('group', { name: 'Columns for the key' }).getByLabel('Insert column name').click();
  await expect(key).toHaveValue('v1.{team}.{name}');
  await expect(key).toBeFocused();

  const preview = page.getByRole('region', { name: 'First atoms' });
  await expect(preview.getByRole('row', { name: /Unusual key/ })).toBeVisible();
  await page.getByLabel('Trim whitespace in key columns').check();
  await expect(preview.getByText('v1.red.J\u00f6rg')).toBeVisible();
  await expect(preview.getByRole('row', { name: /Unusual key/ })).toBeHidden();
  await page.getByText('JSON object').click();
  const fields = page.getByRole('group', { name: 'Columns of the JSON object' });
  await page.getByRole('button', { name: 'None' }).click();
  await expect(page.getByRole('button', { name: 'Check all rows' })).toBeDisabled();
  await fields.getByLabel('city', { exact: true }).check();
  await fields.getByLabel('city (2)').check();
  await expect(preview.getByText('{"city":"Bergen","city (2)":"south"}')).toBeVisible();
  await expectNoViolations(page, 'Upload, mapping');

  await checkAll(page);
  await expect(rowOf(page, 3)).toContainText('v1.blue.Ada');
  // What was mapped is there again.
  await page.getByRole('button', { name: 'Back to mapping' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click();
  await expect(key).toHaveValue('v1.{team}.{name}');
});

test('rows are filtered, fixed in place, dropped, allowed and told apart from what is stored', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  await service.store('v1.up.same', 'as it is');
  await service.store('v1.up.changed', 'the first words');
  const file = `${folder}/atoms.csv`;
  await writeFile(
    file,
    [
      'key,value',
      'v1.up.new,fresh',
      'v1.up.same,as it is',
      'v1.up.changed,the other words',
      ',no key here',
      `v1.up.secret,the key is ${secret}`,
      'v1.up.twice,one',
      'v1.up.twice,two',
      'v1.up.rest,last',
    ].join('\n'),
  );
  const app = await open({ address: service.address, apiKey: service.fullKey });
  const { page } = app;
  await showScreen(page, 'Upload');
  await chooseFile(app, file);
  await checkAll(page);
  await expect(filter(page, 'Blocked')).toContainText('4');
  await expectNoViolations(page, 'Upload, rows to check');

  // A row without a key is fixed in place, by keyboard.
  const grid = page.getByRole('grid', { name: 'Rows of the upload' });
  await grid.focus();
  await grid.press('Alt+ArrowDown');
  await expect(page.getByRole('heading', { name: 'Line 5' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('No key');
  await page.getByLabel('Key', { exact: true }).fill('v1.up.found');
  await expect(page.getByText('1 row with unsaved changes')).toBeVisible();
  await page.getByLabel('Key', { exact: true }).press('Control+Enter');
  await expect(page.getByText('1 row with unsaved changes')).toBeHidden();
  await expect(filter(page, 'Blocked')).toContainText('3');
  await expect(rowOf(page, 5)).toContainText('v1.up.found');
  await expect(rowOf(page, 5)).toContainText('edited');

  // What looks like a credential is explained without showing more of it, and passes once the user says so twice.
  await page.getByLabel('Key', { exact: true }).press('Alt+ArrowDown');
  await expect(page.getByRole('heading', { name: 'Line 6' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText(
    'Matches the pattern “aws-access-key-id” at character 12 (20 characters).',
  );
  await expectNoViolations(page, 'Upload, a row in full');
  await page.getByRole('button', { name: 'Allow…' }).click();
  const allow = page.getByRole('dialog', { name: 'Allow these rows?' });
  await expect(allow).toContainText('1 value looks like a credential');
  await expect(allow.getByRole('button', { name: 'Allow' })).toBeDisabled();
  await expectNoViolations(page, 'Upload, allowing a row');
  await allow.getByLabel('I have reviewed these values').check();
  await allow.getByRole('button', { name: 'Allow' }).click();
  await expect(rowOf(page, 6)).toContainText('Ready');

  // Two rows with one key: none is sent until the user says which.
  await page
    .getByRole('region', { name: 'Row', exact: true })
    .getByRole('button', { name: 'Next problem' })
    .click();
  await expect(page.getByRole('heading', { name: 'Line 7' })).toBeVisible();
  await page.getByRole('button', { name: 'Line 8 two' }).click();
  await expect(page.getByRole('heading', { name: 'Line 8' })).toBeVisible();
  const duplicates = page.getByRole('group', { name: 'Duplicates' });
  await expect(duplicates).toContainText('2 rows have the same key as another row');
  await duplicates.getByText('The last in the file').click();
  await expect(rowOf(page, 7)).toContainText('Skipped duplicate');
  await expect(rowOf(page, 8)).toContainText('Ready');

  // Skipping many rows is undone in one step.
  await filter(page, 'Ready').click();
  await page.getByRole('button', { name: 'Select all 7' }).click();
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByText('7 rows skipped.')).toBeVisible();
  // The skipped duplicate takes the place of the row that was skipped.
  await expect(filter(page, 'Ready')).toContainText('1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(filter(page, 'Ready')).toContainText('7');
  await filter(page, 'All rows').click();
  await page.getByLabel('Search keys').fill('CHANGED');
  await expect(rowOf(page, 4)).toBeVisible();
  await expect(rowOf(page, 2)).toBeHidden();
  await page.getByLabel('Search keys').fill('');

  // The comparison reads only; an edit afterwards is not compared.
  await page.getByRole('button', { name: 'Compare with service' }).click();
  await expect(page.getByText('Compared with the service: 5 new, 1 changed, and 1 the same.')).toBeVisible();
  await filter(page, 'Changed').click();
  // The row is in the list of all rows, too, until the filtered list takes its place.
  await expect(rowOf(page, 2)).toBeHidden();
  await rowOf(page, 4).click();
  await page.getByRole('button', { name: 'Show differences' }).click();
  await expect(page.getByRole('region', { name: 'Stored value' })).toContainText('the first words');
  await expectNoViolations(page, 'Upload, a changed row');
  await page.getByLabel('Value', { exact: true }).fill('the first words');
  await page.getByRole('button', { name: 'Save row' }).click();
  await expect(
    page.getByText('1 ready row was not compared, because it was edited or became ready later.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Compare again' }).click();
  await expect(page.getByText('Compared with the service: 5 new, 0 changed, and 2 the same.')).toBeVisible();
  expect(app.output()).not.toContain(secret);
  await service.stop();
});

test('rows are filtered by the values of a column, and a text is replaced in all of them', async ({
  openSharedDemo,
  folder,
}) => {
  const file = `${folder}/towns.csv`;
  const towns = ['Bergen,Norway', 'Oslo,Norway', 'Malmö,Sweden', 'Lund,'];
  await writeFile(file, ['key,country', ...towns.map((town) => `v1.town.${town}`)].join('\n'));
  const app = await openSharedDemo();
  const { page } = app;
  await showScreen(page, 'Upload');
  await chooseFile(app, file);
  await checkAll(page);
  await page.getByLabel('Count values of').selectOption('country');
  const values = page.getByRole('group', { name: 'Values of country' });
  await expect(values.getByRole('button')).toHaveText(['Norway2', 'empty1', 'Sweden1']);
  await values.getByRole('button', { name: 'Norway' }).click();
  await expect(rowOf(page, 4)).toBeHidden();
  await expectNoViolations(page, 'Upload, the values of a column');
  await rowOf(page, 2).click();
  await page.getByLabel('Value', { exact: true }).fill('Norway, the west');

  await page.getByRole('button', { name: 'Find and replace…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Find and replace in rows' });
  await dialog.getByLabel('Find', { exact: true }).fill('norway');
  await expect(dialog.getByRole('status')).toHaveText('Not found in 2 rows.');
  await dialog.getByLabel('Match case').uncheck();
  await dialog.getByLabel('Replace with').fill('Norge');
  // The row with unsaved changes stays as it is.
  await expect(dialog.getByRole('status')).toHaveText('1 replacement in 1 row of 2.');
  await expect(dialog.getByText('1 row with unsaved changes stays as it is.')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Changed rows' })).toContainText('Norge');
  await expectNoViolations(page, 'Upload, find and replace');
  await dialog.getByRole('button', { name: 'Replace in 1 row' }).click();
  await expect(page.getByText('1 replacement in 1 row.')).toBeVisible();
  await expect(rowOf(page, 3)).toContainText('Norge');
  await expect(rowOf(page, 3)).toContainText('edited');
  await expect(page.getByLabel('Value', { exact: true })).toHaveValue('Norway, the west');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 3)).toContainText('Norway');
  await expect(rowOf(page, 3)).not.toContainText('edited');
  await page.getByRole('button', { name: 'Remove filter country: Norway' }).click();
  await expect(rowOf(page, 4)).toBeVisible();
});

test('keys and values are edited in the list, by keyboard and by double click', async ({
  openSharedDemo,
  folder,
}) => {
  const file = `${folder}/cells.csv`;
  const rows = ['v1.cell.a,one', 'v1.cell.b,two', 'v1.cell.c,"several\nlines"', 'v1.cell.d,four'];
  await writeFile(file, ['key,value', ...rows].join('\n'));
  const app = await openSharedDemo();
  const { page } = app;
  await showScreen(page, 'Upload');
  await chooseFile(app, file);
  await checkAll(page);
  const grid = page.getByRole('grid', { name: 'Rows of the upload' });
  const cell = (name: string): Locator => grid.getByRole('textbox', { name });
  const cellOf = (line: number, column: string): Locator =>
    rowOf(page, line).locator(`[data-column="${column}"]`);

  // F2 edits the key, Tab goes to the value, and Enter saves both and moves down.
  await rowOf(page, 2).click();
  await grid.press('F2');
  await expect(cell('Key of line 2')).toBeFocused();
  await expectNoViolations(page, 'Upload, a cell that is edited');
  await cell('Key of line 2').fill('v1.cell.first');
  await cell('Key of line 2').press('Tab');
  await expect(cell('Value of line 2')).toBeFocused();
  await cell('Value of line 2').fill('uno');
  await expect(page.getByText('1 row with unsaved changes')).toBeVisible();
  await cell('Value of line 2').press('Enter');
  await expect(grid).toBeFocused();
  await expect(rowOf(page, 2)).toContainText('uno');
  await expect(rowOf(page, 2)).toContainText('edited');
  await expect(page.getByText('1 row with unsaved changes')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Line 3' })).toBeVisible();

  // F2 goes on in the same column; Escape leaves everything as it was.
  await grid.press('F2');
  await cell('Value of line 3').fill('nothing of this');
  await cell('Value of line 3').press('Escape');
  await expect(grid).toBeFocused();
  await expect(cellOf(3, 'value')).toHaveText('two');

  // Several lines are edited beside the list; what is left unsaved stays.
  await cellOf(4, 'value').dblclick();
  await expect(page.getByRole('heading', { name: 'Line 4' })).toBeVisible();
  await expect(page.getByLabel('Value', { exact: true })).toHaveValue('several\nlines');
  await cellOf(6, 'key').dblclick();
  await cell('Key of line 6').fill('v1.cell.first');
  await rowOf(page, 3).click();
  await expect(page.getByText('1 row with unsaved changes')).toBeVisible();
  await cellOf(6, 'key').dblclick();
  await expect(cell('Key of line 6')).toHaveValue('v1.cell.first');
  await cell('Key of line 6').press('Enter');
  await expect(filter(page, 'Blocked')).toContainText('2');
});

test('a workbook offers its sheets; numbers, dates, and results of formulas are read as saved', async ({
  openSharedDemo,
  folder,
}) => {
  const file = `${folder}/stock.xlsx`;
  const cell = (name: string, content: string): string => `<c r="${name}"${content}</c>`;
  await writeFile(
    file,
    workbookOf({
      sheets: [
        { name: 'Read me', rows: textRow(1, ['Stock of the north']) },
        {
          name: 'Stock',
          rows:
            textRow(1, ['key', 'count', 'since', 'total']) +
            `<row r="2">${cell('A2', ' t="s"><v>0</v>')}${cell('B2', '><v>12</v>')}${cell('C2', ' s="1"><v>45988</v>')}${cell('D2', '><f>B2*2</f><v>24</v>')}</row>` +
            `<row r="4">${cell('A4', ' t="s"><v>1</v>')}${cell('B4', ' t="e"><v>#N/A</v>')}</row>`,
        },
        { name: 'Old', rows: textRow(1, ['key', 'value']), state: 'hidden' },
      ],
      strings: '<si><t>v1.stock.screw</t></si><si><t>v1.stock.nut</t></si>',
      formats: ['yyyy-mm-dd'],
    }),
  );
  const app = await openSharedDemo();
  const { page } = app;
  await showScreen(page, 'Upload');
  await chooseFile(app, file);
  const sheet = page.getByLabel('Sheet', { exact: true });
  await expect(sheet.getByRole('option')).toHaveText(['Read me', 'Stock', 'Old (hidden)']);
  await sheet.selectOption('Stock');
  await expect(page.getByText('Some cells are formulas.')).toBeVisible();
  const atoms = page.getByRole('region', { name: 'First atoms' });
  await expect(atoms.getByText('{"count":12,"since":"2025-11-27","total":24}')).toBeVisible();
  await expectNoViolations(page, 'Upload, a sheet of a workbook');
  await sheet.selectOption('Old');
  await expect(page.getByRole('heading', { name: 'The sheet is empty' })).toBeVisible();
  await sheet.selectOption('Stock');
  await checkAll(page);
  await rowOf(page, 4).click();
  await expect(page.getByText('Cell B4 is the error #N/A.')).toBeVisible();

  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  const old = `${folder}/old.xls`;
  await writeFile(old, Buffer.from('d0cf11e0a1b11ae10000', 'hex'));
  await chooseFile(app, old);
  await expect(page.getByRole('alert')).toContainText('save it as .xlsx or CSV');
});

test('rows that were copied in a spreadsheet are pasted, but not into a field', async ({
  openSharedDemo,
}) => {
  const { page, electron } = await openSharedDemo();
  await showScreen(page, 'Upload');
  await expect(page.getByRole('button', { name: 'Choose files…' })).toBeVisible();
  const copy = (text: string): Promise<void> =>
    electron.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text);
  await copy('  ');
  await page.keyboard.press('Control+V');
  await expect(page.getByRole('alert')).toContainText('The clipboard has no rows.');
  await copy('key\tcount\nv1.stock.screw\t12\n');
  await page.keyboard.press('Control+V');
  const atoms = page.getByRole('region', { name: 'First atoms' });
  await expect(atoms.getByText('v1.stock.screw')).toBeVisible();
  await expect(page.getByText('Pasted rows', { exact: true })).toBeVisible();
});
