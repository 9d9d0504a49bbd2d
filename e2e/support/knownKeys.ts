import { expect, type Page } from '@playwright/test';

/** Makes keys known, unread, to the only connection of the window, as importing a file of them does. */
export async function learnKeys(page: Page, keys: readonly string[]): Promise<void> {
  await page.evaluate(async (text) => {
    const api = window.atomExplorer;
    const connections = await api.listConnections();
    const connectionId = connections.ok ? connections.value[0]?.id : undefined;
    if (connectionId === undefined) throw new Error('There is no connection.');
    const read = await api.readKeyFile({
      connectionId,
      name: 'keys.txt',
      bytes: new TextEncoder().encode(text),
    });
    if (!read.ok || read.value.kind !== 'preview') throw new Error('The keys could not be read.');
    const started = await api.startImport({ importId: read.value.id, how: 'learn' });
    if (!started.ok) throw new Error(started.error.message);
  }, keys.join('\n'));
  await expect(page.getByRole('region', { name: 'Atoms' }).getByRole('heading')).toContainText(
    `${keys.length.toLocaleString('en')} atom`,
  );
}
