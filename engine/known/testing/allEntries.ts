import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Catalogues } from '../catalogues.ts';

/** Every entry of a small catalogue, by key. */
export async function allEntries(
  catalogues: Catalogues,
  connectionId: ConnectionId,
): Promise<readonly CatalogueEntry[]> {
  const { keys } = await catalogues.of(connectionId);
  const { rows } = await keys.atoms(
    {
      connectionId,
      filter: { text: '', mode: 'contains' },
      delimiter: '.',
      path: '',
      sort: { column: 'key', direction: 'ascending' },
    },
    { from: 0, to: 10_000 },
  );
  return rows;
}
