import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { AtomsQuery, KeySelection, RowsAnswer, RowWindow } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import { naiveAtoms, naiveLocateInTree, naiveTree } from '#shared/keyIndex/naiveIndex.ts';
import type { Catalogue, Catalogues } from '../catalogue/catalogues.ts';
import type { Connections } from '../connections/connections.ts';
import type { IpcHandlers } from './register.ts';

export function createCatalogueHandlers(effects: {
  readonly catalogues: Catalogues;
  /** An id that names no connection would open a folder of its own. */
  readonly connections: Pick<Connections, 'profile'>;
  readonly catalogueChanged: (id: ConnectionId) => void;
}): IpcHandlers<'catalogue'> {
  const { catalogues, connections } = effects;
  const using = async <T>(
    id: ConnectionId,
    use: (catalogue: Catalogue) => Promise<T> | T,
  ): Promise<Result<T>> => {
    const profile = connections.profile(id);
    return profile.ok ? succeed(await use(await catalogues.of(id))) : profile;
  };
  const listOf = (id: ConnectionId) => catalogues.list(id);
  return {
    'catalogue:list': ({ connectionId }) => using(connectionId, () => listOf(connectionId)),
    'catalogue:summary': ({ connectionId }) =>
      using(connectionId, async ({ keys }) => {
        const { entries, coverage, lastRoot, recoveredFrom } = await listOf(connectionId);
        const tags = [...new Set(entries.flatMap((entry) => entry.tags))].sort();
        return {
          revision: keys.revision(),
          keys: entries.length,
          unread: entries.filter(({ verdict, gone }) => verdict === null && !gone).length,
          bookmarked: entries.filter(({ bookmarked }) => bookmarked).length,
          coverage,
          lastRoot,
          recoveredFrom,
          tags: tags.map((tag) => ({
            tag,
            keys: entries.filter((entry) => entry.tags.includes(tag)).length,
          })),
        };
      }),
    'catalogue:tree': ({ query, window }) =>
      using(query.connectionId, ({ keys }) =>
        windowOf(keys.revision(), naiveTree(keys.entries(), query), window),
      ),
    'catalogue:locateInTree': ({ query, target }) =>
      using(query.connectionId, ({ keys }) => ({
        revision: keys.revision(),
        ...naiveLocateInTree(keys.entries(), query, target),
      })),
    'catalogue:atoms': ({ query, window }) =>
      using(query.connectionId, ({ keys }) =>
        windowOf(keys.revision(), naiveAtoms(keys.entries(), query), window),
      ),
    'catalogue:locateInAtoms': ({ query, key }) =>
      using(query.connectionId, ({ keys }) => {
        const index = naiveAtoms(keys.entries(), query).findIndex((entry) => entry.key === key);
        return { revision: keys.revision(), index, nearest: index };
      }),
    'catalogue:keys': ({ query, window }) =>
      using(query.connectionId, ({ keys }) => {
        const found = naiveAtoms(keys.entries(), query).map(({ key }) => key);
        return windowOf(keys.revision(), found, window);
      }),
    'catalogue:entries': ({ connectionId, keys: asked }) =>
      using(connectionId, ({ keys }) => {
        const entries = new Map(keys.entries().map((entry) => [entry.key, entry]));
        return asked.map((key) => entries.get(key) ?? null);
      }),
    'catalogue:leafMap': ({ connectionId, cells }) =>
      using(connectionId, async ({ keys }) => {
        const { coverage } = await listOf(connectionId);
        const size = Number(coverage.treeSize ?? 0);
        const width = Math.max(1, Math.ceil(size / cells));
        const known = new Set(keys.entries().flatMap(({ leafIndex }) => leafIndex ?? []));
        const starts = Array.from({ length: Math.ceil(size / width) }, (_, cell) => cell * width);
        return {
          revision: keys.revision(),
          coverage,
          cells: starts.map((start) => {
            const end = Math.min(start + width, size);
            const inside = [...known].filter((leaf) => Number(leaf) >= start && Number(leaf) < end);
            return { start: String(start), end: String(end), known: inside.length };
          }),
          dark: { leaves: String(size - known.size), rangeCount: 0, longest: [] },
          contradictions: [],
          contradictionCount: 0,
          moves: { moved: 0, rewritten: 0 },
          byVersions: { kind: 'unknown' } as const,
        };
      }),
    'catalogue:annotate': ({ connectionId, keys: asked, change }) =>
      using(connectionId, async ({ keys }) => {
        const annotated = await keys.annotate(asked, change);
        effects.catalogueChanged(connectionId);
        return { annotated };
      }),
    'catalogue:forget': ({ connectionId, selection }) =>
      using(connectionId, async ({ keys }) => {
        const chosen = keysOf(selection, keys.entries());
        await keys.forget(chosen);
        effects.catalogueChanged(connectionId);
        return { forgotten: chosen.length };
      }),
  };
}

function keysOf(selection: KeySelection, entries: readonly CatalogueEntry[]): readonly string[] {
  if (selection.kind === 'keys') return selection.keys;
  const except = new Set(selection.except);
  const query: AtomsQuery = selection.query;
  return naiveAtoms(entries, query)
    .map(({ key }) => key)
    .filter((key) => !except.has(key));
}

function windowOf<Row>(revision: number, rows: readonly Row[], { from, to }: RowWindow): RowsAnswer<Row> {
  return { revision, total: rows.length, rows: rows.slice(from, to) };
}
