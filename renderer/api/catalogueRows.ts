import { useEffect, useState, useSyncExternalStore } from 'react';
import type {
  AtomRow,
  AtomsQuery,
  KeySelection,
  RowsAnswer,
  RowWindow,
  TreeQuery,
  TreeRow,
} from '#shared/domain/catalogueQuery.ts';
import { createRowWindow, type RowNames, type SeenRows, type ShownRows } from './rowWindow.ts';
import { ipc } from './ipc.ts';

export const { catalogueTree, locateInAtoms, locateInTree } = ipc;

/** The rows of a query, of which those in the viewport and some around them are loaded. */
export interface RowWindowView<Query, Row> {
  readonly rows: ShownRows<Query, Row>;
  /** Sets the rows to load. */
  readonly see: (viewport: SeenRows) => void;
  readonly retry: () => void;
}

/** @param query must be the same object for as long as the query is the same */
export function useTreeRows(query: TreeQuery, revision: number): RowWindowView<TreeQuery, TreeRow> {
  return useRowWindow(askTree, treeNames, query, revision);
}

/** @param query must be the same object for as long as the query is the same */
export function useAtomRows(query: AtomsQuery, revision: number): RowWindowView<AtomsQuery, AtomRow> {
  return useRowWindow(askAtoms, atomNames, query, revision);
}

export type AskRows<Query, Row> = (input: { query: Query; window: RowWindow }) => Promise<RowsAnswer<Row>>;

const askTree: AskRows<TreeQuery, TreeRow> = (input) => ipc.catalogueTree(input);
const askAtoms: AskRows<AtomsQuery, AtomRow> = (input) => ipc.catalogueAtoms(input);

const treeNames: RowNames<TreeQuery, TreeRow> = {
  nameOf: ({ path }) => path,
  locate: async (query, path) => (await ipc.locateInTree({ query, target: { kind: 'path', path } })).index,
};
const atomNames: RowNames<AtomsQuery, AtomRow> = {
  nameOf: ({ key }) => key,
  locate: async (query, key) => (await ipc.locateInAtoms({ query, key })).index,
};

/** @param query must be the same object for as long as the query is the same */
export function useRowWindow<Query, Row>(
  ask: AskRows<Query, Row>,
  names: RowNames<Query, Row>,
  query: Query,
  revision: number,
): RowWindowView<Query, Row> {
  const [store] = useState(() =>
    createRowWindow((asked: Query, window: RowWindow) => ask({ query: asked, window }), names),
  );
  const [viewport, see] = useState<SeenRows>({ from: 0, to: 1, first: 0 });
  useEffect(() => store.look({ query, revision, ...viewport }));
  return {
    rows: useSyncExternalStore(store.subscribe, store.rows),
    see: (next) =>
      see((before) =>
        before.from === next.from && before.to === next.to && before.first === next.first ? before : next,
      ),
    retry: store.retry,
  };
}

/** The most keys in one request to the main process. */
const keysAtOnce = 100_000;

/** The keys of rows `from` (inclusive) to `to` (exclusive). */
export async function keysOfRows(query: AtomsQuery, { from, to }: RowWindow): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let at = from; at < to; at += keysAtOnce) {
    const wanted = { from: at, to: Math.min(at + keysAtOnce, to) };
    const { rows } = await ipc.catalogueKeys({ query, window: wanted });
    for (const key of rows) keys.push(key);
    if (rows.length < wanted.to - wanted.from) break;
  }
  return keys;
}

/** The current keys of a selection. */
export async function keysOfSelection(selection: KeySelection): Promise<readonly string[]> {
  if (selection.kind === 'keys') return selection.keys;
  const except = new Set(selection.except);
  const keys = await keysOfRows(selection.query, { from: 0, to: Number.MAX_SAFE_INTEGER });
  return except.size === 0 ? keys : keys.filter((key) => !except.has(key));
}
