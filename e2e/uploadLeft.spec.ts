import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { startService } from './support/service.ts';
import { showScreen } from './support/steps.ts';
import { prepareUpload, rowTable, uploadResult } from './support/uploadSteps.ts';

const rows = Array.from({ length: 60 }, (_, at) => ({
  key: `v1.left.n${String(at).padStart(2, '0')}`,
  value: `reading ${at}`,
}));
/** A value that both the service and the app detect as a credential. */
const secret = 'deploy with AKIAIOSFODNN7QXMPLKZ today';
const bad = [7, 30, 31];

async function openRow(page: Page, key: string): Promise<void> {
  await rowTable(page).getByRole('row').filter({ hasText: key }).click();
}

test('refused rows are fixed or skipped in the result, and the remaining rows are sent in another run', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const app = await open({ address: service.address, apiKey: service.fullKey, name: 'left' });
  const { page } = app;
  const content = rows.map(({ key, value }, at) => `${key},${bad.includes(at) ? secret : value}\n`).join('');
  await prepareUpload(app, `${folder}/left.csv`, `key,value\n${content}`);
  await page.evaluate(async () => {
    const connections = await window.atomExplorer.listConnections();
    const connectionId = connections.ok ? connections.value[0]?.id : undefined;
    if (connectionId === undefined) throw new Error('There is no connection.');
    const upload = await window.atomExplorer.currentUpload({ connectionId });
    if (!upload.ok || upload.value === null) throw new Error('There is no upload.');
    const selection = { kind: 'filter', filter: { problem: 'sensitive' } } as const;
    await window.atomExplorer.allowUploadRows({ uploadId: upload.value.id, selection, allowed: true });
  });
  await showScreen(page, 'Browse');
  await showScreen(page, 'Upload');
  await page.getByRole('button', { name: 'Review and send' }).click();
  await page.getByLabel('Batch size (atoms)').fill('20');
  await page.getByLabel('Skip the row and continue').check();
  await page.getByRole('button', { name: /^Send 60 atoms/ }).click();

  const result = uploadResult(page);
  await expect(result).toContainText('57 stored and 3 refused');
  await expect(result).toContainText('3 rows were refused: fix them below');
  await page.getByRole('button', { name: /^Refused/ }).click();
  const inFull = page.getByRole('group', { name: 'Row details' });
  for (const at of bad.slice(0, 2)) {
    await openRow(page, rows[at]?.key ?? '');
    await inFull.getByLabel('Value').fill(`fixed ${at}`);
    await expectNoViolations(page, 'a refused row in the result');
    await inFull.getByRole('button', { name: 'Save row' }).click();
    await expect(page.getByRole('button', { name: /^Refused/ })).toContainText(String(at === 7 ? 2 : 1));
    // Until it has left the list, the rows below it are about to move.
    await expect(
      rowTable(page)
        .getByRole('row')
        .filter({ hasText: rows[at]?.key ?? '' }),
    ).toHaveCount(0);
  }
  await openRow(page, rows[31]?.key ?? '');
  await inFull.getByRole('button', { name: 'Skip row' }).click();
  await expect(result).toContainText('57 stored, 1 not sent, and 2 waiting');

  // A text is replaced in the rows that wait, and only there.
  await page.getByRole('button', { name: /^Waiting/ }).click();
  await page.getByRole('button', { name: 'Find and replace…' }).click();
  const replacing = page.getByRole('dialog', { name: 'Find and replace in rows' });
  await replacing.getByLabel('Find', { exact: true }).fill('fixed');
  await replacing.getByLabel('Replace with').fill('mended');
  await replacing.getByRole('button', { name: 'Replace in 2 rows' }).click();
  await expect(page.getByText('2 replacements in 2 rows.')).toBeVisible();
  await expect(replacing).toBeHidden();
  await expect(result).toContainText('57 stored, 1 not sent, and 2 waiting');

  await result.getByRole('button', { name: 'Send 2 remaining rows…' }).click();
  const asking = page.getByRole('dialog', { name: 'Send 2 rows?' });
  await expect(asking).toContainText('Rows that are already stored are not sent again.');
  await expectNoViolations(page, 'what is left, about to be sent');
  await asking.getByRole('button', { name: 'Send 2 atoms' }).click();
  await expect(result).toContainText('59 stored and 1 not sent');
  await expect(result).toContainText('Read back: 59 verified.');

  const held = await service.readAll(rows.map(({ key }) => key));
  const expected = new Map(
    rows
      .filter((_row, at) => at !== 31)
      .map(({ key, value }) => [key, value.replace(/^reading (7|30)$/, 'mended $1')] as const),
  );
  expect(new Map([...held].map(([key, { value }]) => [key, value]))).toEqual(expected);
  expect([...held].filter(([, { version }]) => version !== 1)).toEqual([]);
  await service.stop();
});
