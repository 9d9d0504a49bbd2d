import { readFile } from 'node:fs/promises';
import type { ElectronApplication, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import type { AtomToStore } from '#shared/domain/store.ts';
import { expect, test } from './support/app.ts';
import { expectNoViolations } from './support/axe.ts';
import { filesHolding } from './support/filesHolding.ts';
import { startService, type RunningService } from './support/service.ts';
import { showScreen, storeNewAtom } from './support/steps.ts';

const key = 'v1.city.paris';

interface ServedAtom {
  readonly value: string;
  readonly version: number;
  readonly hash: string;
  readonly proof: { readonly rootHash: string };
}

/** As the service gives it to anybody. */
async function served(service: RunningService, of: string): Promise<ServedAtom> {
  const answer = await fetch(`${service.address}/atoms/${encodeURIComponent(of)}`, {
    headers: { authorization: `Bearer ${service.fullKey}` },
  });
  return (await answer.json()) as ServedAtom;
}

async function answerSaveDialog(electron: ElectronApplication, file: string): Promise<void> {
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
}

/** Stores a batch as the window would. */
async function storeTogether(page: Page, title: string, atoms: readonly AtomToStore[]) {
  return page.evaluate(
    async ([batchTitle, batch]) => {
      const connections = await window.atomExplorer.listConnections();
      if (!connections.ok) throw new Error(connections.error.message);
      const connectionId = connections.value[0]?.id ?? '';
      const input = {
        connectionId,
        requestId: 'batch',
        title: batchTitle,
        atoms: [...batch],
        allowSensitive: false,
      };
      return window.atomExplorer.storeAtoms(input);
    },
    [title, atoms] as const,
  );
}

function writes(page: Page) {
  return page.getByRole('grid', { name: 'Writes' }).locator('[data-index]');
}

async function exportAll(
  page: Page,
  electron: ElectronApplication,
  file: string,
  item: string,
): Promise<string> {
  await answerSaveDialog(electron, file);
  await page.getByRole('button', { name: 'Export all receipts' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await expect(page.getByText(`Saved to ${file}`)).toBeVisible();
  return readFile(file, 'utf8');
}

test('a write leaves a receipt that agrees with the service, survives a restart, and can be exported and cleared', async ({
  open,
  reopen,
  folder,
  sharedProfile: profile,
}) => {
  const service = await startService(`${folder}/service`);
  const first = await open({ address: service.address, apiKey: service.fullKey, name: 'atlas' });
  const { page } = first;
  await showScreen(page, 'Writes');
  await expect(page.getByText('No writes yet')).toBeVisible();

  await showScreen(page, 'Browse');
  const editor = await storeNewAtom(page, key, 'on the river Seine');
  await editor.getByRole('button', { name: 'Done' }).click();
  await showScreen(page, 'Writes');
  await expect(writes(page)).toHaveCount(1);
  await expect(writes(page)).toContainText('paris');
  await expect(writes(page)).toContainText('Stored and verified');
  const atom = page.getByRole('region', { name: 'Atom of this write' });
  await expect(atom).toContainText('not found');
  await expect(atom).toContainText('18 B');
  await expect(atom.getByText('Verified')).toBeVisible();
  await expect(atom).toContainText('same value as sent, version 1');

  // A batch over what another writer stored in between is not sent; over what is there, it is.
  await service.store('v1.city.rome', 'on the Tiber');
  const rome = (value: string): AtomToStore => ({
    key: 'v1.city.rome',
    value: 'on the river Tiber',
    precondition: { kind: 'as-read', version: 1, value },
  });
  const paris: AtomToStore = {
    key,
    value: 'in France',
    precondition: { kind: 'as-read', version: 1, value: 'on the river Seine' },
  };
  expect(await storeTogether(page, 'Replace “on”', [paris, rome('in Latium')])).toMatchObject({
    value: { outcome: 'conflict', conflicts: [{ key: 'v1.city.rome', now: { value: 'on the Tiber' } }] },
  });
  expect((await served(service, key)).version).toBe(1);
  expect(await storeTogether(page, 'Replace “on”', [paris, rome('on the Tiber')])).toMatchObject({
    value: { outcome: 'stored', atoms: [{ version: 2 }, { version: 2 }] },
  });
  await expect(writes(page)).toHaveCount(2);
  await expect(writes(page).first()).toContainText('Replace “on”');
  await writes(page).first().click();
  const batch = page.getByRole('listbox', { name: 'Atoms of this write' });
  await expect(batch.getByRole('option')).toHaveCount(2);
  await batch.focus();
  await page.keyboard.press('End');
  await expect(atom).toContainText('v1.city.rome');
  await expect(atom).toContainText('version 2');
  await expectNoViolations(page, 'the log of writes');

  const [servedParis, servedRome] = [await served(service, key), await served(service, 'v1.city.rome')];
  const json: unknown = JSON.parse(await exportAll(page, first.electron, `${folder}/log.json`, 'JSON…'));
  expect(json).toMatchObject({
    receipts: [
      {
        kind: 'batch',
        title: 'Replace “on”',
        rootAfter: servedParis.proof.rootHash,
        atoms: [
          {
            key,
            version: 2,
            hash: servedParis.hash,
            readBack: { verdict: 'green', proof: servedParis.proof },
          },
          { key: 'v1.city.rome', hash: servedRome.hash, readBack: { proof: servedRome.proof } },
        ],
      },
      { kind: 'store', title: key, atoms: [{ version: 1, before: 'absent' }] },
    ],
  });
  const csv = await exportAll(page, first.electron, `${folder}/log.csv`, 'CSV…');
  const lines: readonly Record<string, string>[] = parse(csv, { columns: true });
  expect(lines).toMatchObject([
    {
      key,
      version: '2',
      hash: servedParis.hash,
      rootAfter: servedParis.proof.rootHash,
      readBack: 'verified',
    },
    { key: 'v1.city.rome', version: '2', hash: servedRome.hash, readBack: 'verified' },
    { key, version: '1', before: 'absent', readBack: 'verified' },
  ]);
  expect(JSON.stringify(json) + csv).not.toContain('river');

  await atom.getByRole('button', { name: 'Open in Browse' }).click();
  await expect(page.getByRole('tab', { name: /rome/ })).toBeVisible();

  await first.close();
  expect(await filesHolding(`${profile}/writes`, 'on the river')).toEqual([]);
  const second = await reopen();
  const again = second.page;
  await showScreen(again, 'Writes');
  await expect(writes(again)).toHaveCount(2);
  const search = again.getByRole('textbox', { name: 'Search files and keys' });
  await search.fill('PARIS');
  await expect(writes(again)).toHaveCount(1);
  await expect(writes(again)).toContainText('paris');
  await search.fill('nowhere');
  await expect(again.getByText('No matching writes')).toBeVisible();
  await again.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(writes(again)).toHaveCount(2);
  await again.getByRole('button', { name: 'Clear the list of writes' }).click();
  const question = again.getByRole('dialog');
  await expectNoViolations(again, 'the question whether to clear');
  await question.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(again.getByText('No writes yet')).toBeVisible();
  expect((await served(service, key)).value).toBe('in France');
  await service.stop();
});

test('the log shows a refused store, and a store whose read-back fails its proof', async ({
  open,
  folder,
}) => {
  const service = await startService(`${folder}/service`);
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  const store = (value: string): Promise<unknown> =>
    page.evaluate(
      async ([atomKey, text]) => {
        const connections = await window.atomExplorer.listConnections();
        if (!connections.ok) throw new Error(connections.error.message);
        const connectionId = connections.value[0]?.id ?? '';
        return window.atomExplorer.storeAtom({
          connectionId,
          requestId: text,
          key: atomKey,
          value: text,
          precondition: { kind: 'anything' },
          allowSensitive: true,
        });
      },
      [key, value] as const,
    );
  await store('AKIAIOSFODNN7EXAMPLE');
  await showScreen(page, 'Writes');
  await expect(writes(page)).toContainText('Refused, nothing stored');
  await expect(page.getByText('The service rejected a value as a credential.')).toBeVisible();
  // The rules are learned from sound proofs with siblings.
  for (const city of ['rome', 'vienna', 'oslo']) await service.store(`v1.city.${city}`, 'on the water');
  await store('on the Seine');
  await expect(writes(page).first()).toContainText('Stored and verified');
  await service.setFaults({ tamper: 'sibling' });
  await store('tampered with');
  await expect(writes(page).first()).toContainText('Stored, but a proof failed');
  await service.stop();
});

test('a long log works with keys, and keeps its place during new writes', async ({ open, folder }) => {
  const service = await startService(`${folder}/service`);
  const { page } = await open({ address: service.address, apiKey: service.fullKey });
  const store = (from: number, to: number): Promise<void> =>
    page.evaluate(
      async ([first, end]) => {
        const connections = await window.atomExplorer.listConnections();
        if (!connections.ok) throw new Error(connections.error.message);
        const connectionId = connections.value[0]?.id ?? '';
        for (let i = first; i < end; i += 1) {
          const stored = await window.atomExplorer.storeAtom({
            connectionId,
            requestId: `r${String(i)}`,
            key: `v1.numbered.n${String(i)}`,
            value: 'x',
            precondition: { kind: 'absent' },
            allowSensitive: false,
          });
          if (!stored.ok) throw new Error(stored.error.message);
        }
      },
      [from, to] as const,
    );
  // More than the list asks for at once.
  await store(0, 105);
  await showScreen(page, 'Writes');
  await expect(page.getByText('105 receipts')).toBeVisible();
  await expect(writes(page).first()).toContainText('n104');
  await page.getByRole('grid', { name: 'Writes' }).focus();
  await page.keyboard.press('End');
  await expect(writes(page).last()).toContainText('n0');
  const shown = page.getByRole('region', { name: 'Receipt' });
  await expect(shown.getByRole('heading', { name: 'v1.numbered.n0', exact: true })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(shown.getByRole('heading', { name: 'v1.numbered.n1', exact: true })).toBeVisible();
  await store(105, 107);
  await expect(page.getByText('107 receipts')).toBeVisible();
  await expect(shown.getByRole('heading', { name: 'v1.numbered.n1', exact: true })).toBeVisible();
  await expect(page.getByRole('row', { selected: true })).toContainText('n1');
  await page.keyboard.press('Home');
  await expect(shown.getByRole('heading', { name: 'v1.numbered.n106', exact: true })).toBeVisible();
  await service.stop();
});
