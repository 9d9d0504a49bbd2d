import { expect, type Page } from '@playwright/test';
import type { ConnectionId } from '#shared/domain/connection.ts';

/** Makes keys known, unread, to the only connection of the window, which it shows in Browse. */
export async function learnKeys(page: Page, keys: readonly string[]): Promise<void> {
  const connectionId = await page.evaluate(async () => {
    const connections = await window.atomExplorer.listConnections();
    return connections.ok ? connections.value[0]?.id : undefined;
  });
  if (connectionId === undefined) throw new Error('There is no connection.');
  await importKeys(page, connectionId, keys);
  await expect(page.getByRole('region', { name: 'Atoms' }).getByRole('heading')).toContainText(
    `${keys.length.toLocaleString('en')} atom`,
  );
}

/** Makes keys known to a connection that knows none, unread, as importing a file of them does. */
export async function importKeys(
  page: Page,
  connectionId: ConnectionId,
  keys: readonly string[],
): Promise<void> {
  await page.evaluate(
    async ({ id, text }) => {
      const api = window.atomExplorer;
      const bytes = new TextEncoder().encode(text);
      const read = await api.readKeyFile({ connectionId: id, name: 'keys.txt', bytes });
      if (!read.ok || read.value.kind !== 'preview') throw new Error('The keys could not be read.');
      const started = await api.startImport({ importId: read.value.id, how: 'learn' });
      if (!started.ok) throw new Error(started.error.message);
    },
    { id: connectionId, text: keys.join('\n') },
  );
  const known = (): Promise<number> =>
    page.evaluate(async (id) => {
      const summary = await window.atomExplorer.catalogueSummary({ connectionId: id });
      if (!summary.ok) throw new Error(summary.error.message);
      return summary.value.keys;
    }, connectionId);
  await expect.poll(known).toBe(keys.length);
}
