import { writeFile } from 'node:fs/promises';
import { keyExportColumns } from '../shared/text/exportColumns.ts';
import { expect, test } from './support/app.ts';
import { showScreen } from './support/steps.ts';

const exported = keyExportColumns.map((name) => (name === 'key' ? "'=v1.formats.a" : 'x')).join(',');

/** Each holds the atom v1.formats.a with the value “one”, but the last, which holds no values. */
const files = [
  [
    'table.tsv',
    Buffer.from('\ufeffkey\tvalue\r\nv1.formats.a\tone\r\n', 'utf16le'),
    'Table (CSV, TSV)',
    'utf-16le',
  ],
  [
    'list.json',
    Buffer.from('{"exportedAt":"now","atoms":[{"key":"v1.formats.a","value":"one"}]}'),
    'JSON',
    'utf-8',
  ],
  ['map.json', Buffer.from('{"v1.formats.a":"one"}'), 'JSON', 'utf-8'],
  [
    'lines.csv',
    Buffer.from('{"id":"v1.formats.a","text":"one"}\n{"id":"v1.formats.b","text":"two"}\n'),
    'JSON Lines',
    'utf-8',
  ],
] as const;

test('tables, JSON and JSON Lines are told by what is in them; an export of keys has no values', async ({
  openSharedDemo,
  folder,
}) => {
  const { electron, page } = await openSharedDemo();
  await showScreen(page, 'Upload');
  const choose = async (name: string, content: Buffer): Promise<void> => {
    const path = `${folder}/${name}`;
    await writeFile(path, content);
    await electron.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    }, path);
    await page.getByRole('button', { name: 'Choose file' }).click();
  };
  const preview = page.getByRole('region', { name: 'First atoms' });

  for (const [name, content, format, encoding] of files) {
    await test.step(name, async () => {
      await choose(name, content);
      await expect(preview.getByText('v1.formats.a', { exact: true })).toBeVisible();
      await expect(preview.getByText('one', { exact: true })).toBeVisible();
      await expect(page.getByLabel('Format').locator('option:checked')).toHaveText(format);
      await expect(page.getByLabel('Encoding')).toHaveValue(encoding);
      await page.getByRole('button', { name: 'Discard' }).click();
    });
  }

  await choose('atoms.csv', Buffer.from(`${keyExportColumns.join(',')}\r\n${exported}\r\n`));
  await expect(page.getByText('export of this app without values')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Key' })).toHaveValue('{key}');
  await expect(page.getByText('=v1.formats.a', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check all rows' })).toBeDisabled();
});
