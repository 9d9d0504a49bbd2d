import { replaceEqualDeep } from '@tanstack/react-query';
import type { RowsAnswer, RowWindow } from '#shared/domain/catalogueQuery.ts';

/** Rows in one request. */
export const pageLength = 100;
/** Pages kept at most; those farthest from the viewport are dropped first. */
const mostPages = 60;

/** The rows to have ready: those in the viewport and some around them. */
export interface SeenRows extends RowWindow {
  /** The first row in the viewport. It keeps its place when rows are added or removed above it, unless it is row 0. */
  readonly first: number;
}

/** The rows to have ready, with their query and the revision of the catalogue. */
export interface Viewport<Query> extends SeenRows {
  readonly query: Query;
  readonly revision: number;
}

/** The rows of one query that have arrived, all of one revision. */
export interface ShownRows<Query, Row> {
  /** The query of these rows: an earlier one until the rows of the current one arrive; null before any arrive. */
  readonly query: Query | null;
  /** The number of rows of the query; 0 before any arrive. */
  readonly total: number;
  readonly revision: number;
  /** By how many rows the viewport was moved down since the start, by rows that were added above it. */
  readonly moved: number;
  /** undefined for a row that has not arrived, or does not exist. */
  readonly rowAt: (index: number) => Row | undefined;
  /** The error of the last request; no more are sent until `retry` or another query. */
  readonly error: unknown;
}

export interface RowWindowStore<Query, Row> {
  readonly look: (viewport: Viewport<Query>) => void;
  readonly retry: () => void;
  readonly rows: () => ShownRows<Query, Row>;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Identifies a row in another revision. */
export interface RowNames<Query, Row> {
  readonly nameOf: (row: Row) => string;
  /** The current index of the row; -1 if it was removed. */
  readonly locate: (query: Query, name: string) => Promise<number>;
}

interface Sheet<Query, Row> {
  readonly query: Query;
  /** The revision that it was started for, and the revision of its rows. */
  readonly askedRevision: number;
  revision: number;
  total: number | null;
  /** By how many rows the viewport is farther down than in the sheet shown; null until that is known. */
  moved: number | null;
  /** The row that keeps its place, and its index in the sheet shown. */
  anchor: { readonly name: string; readonly index: number } | null;
  readonly pages: Map<number, readonly Row[]>;
}

/**
 * Loads the rows of the viewport page by page, with one request at a time; rows that left the viewport meanwhile are not
 * requested. When the query or the revision changes, the old rows stay until all new rows of the viewport have arrived.
 * In another revision, the first row of the viewport keeps its place. A revision is loaded to the end even if a newer one
 * appears, so that constant changes cannot keep rows from being shown.
 */
export function createRowWindow<Query, Row>(
  ask: (query: Query, window: RowWindow) => Promise<RowsAnswer<Row>>,
  { nameOf, locate }: RowNames<Query, Row>,
): RowWindowStore<Query, Row> {
  const listeners = new Set<() => void>();
  let viewport: Viewport<Query> | null = null;
  let shown: Sheet<Query, Row> | null = null;
  let coming: Sheet<Query, Row> | null = null;
  let failure: unknown = null;
  let isAsking = false;
  let moved = 0;
  let rows: ShownRows<Query, Row> = nothingShown;

  const tell = (): void => {
    const sheet = shown;
    rows =
      sheet === null
        ? { ...nothingShown, moved, error: failure }
        : {
            query: sheet.query,
            total: sheet.total ?? 0,
            revision: sheet.revision,
            moved,
            rowAt: (index) => sheet.pages.get(Math.floor(index / pageLength))?.[index % pageLength],
            error: failure,
          };
    for (const listener of listeners) listener();
  };

  /** The sheet to fill: the one shown, the one being loaded, or a new one. */
  const sheetFor = ({ query, revision }: Viewport<Query>): Sheet<Query, Row> => {
    if (coming !== null && coming.query === query) return coming;
    const isCurrent =
      shown !== null &&
      shown.query === query &&
      (shown.askedRevision === revision || shown.revision === revision);
    if (shown !== null && isCurrent) {
      coming = null;
      return shown;
    }
    const isOtherList = shown === null || shown.query !== query;
    coming = {
      query,
      askedRevision: revision,
      revision,
      total: null,
      moved: isOtherList ? 0 : null,
      anchor: null,
      pages: new Map(),
    };
    return coming;
  };

  const advance = (): void => {
    if (viewport === null || isAsking || failure !== null) return;
    const sheet = sheetFor(viewport);
    if (sheet.moved === null) {
      const first =
        viewport.first > 0 ? shown?.pages.get(Math.floor(viewport.first / pageLength)) : undefined;
      const row = first?.[viewport.first % pageLength];
      if (row !== undefined) {
        isAsking = true;
        sheet.anchor = { name: nameOf(row), index: viewport.first };
        void follow(sheet, sheet.anchor);
        return;
      }
      sheet.moved = 0;
    }
    // A viewport at the top stays there.
    const by = viewport.first > 0 ? sheet.moved : 0;
    const wanted = { from: Math.max(0, viewport.from + by), to: Math.max(0, viewport.to + by) };
    const missing = visiblePages(wanted, sheet.total).find((page) => !sheet.pages.has(page));
    if (missing !== undefined) {
      isAsking = true;
      void bring(sheet, missing);
      return;
    }
    if (sheet === coming) {
      // The catalogue may have changed after the row was located: the rows that arrived are right.
      const found = placeOf(sheet);
      if (found !== null && found !== sheet.moved) {
        sheet.moved = found;
        advance();
        return;
      }
      shown = sheet;
      coming = null;
      moved += by;
      // The viewport has the same rows at their new indices.
      viewport = { ...viewport, ...wanted, first: Math.max(0, viewport.first + by) };
      sheet.moved = 0;
      sheet.anchor = null;
      tell();
      // There may be a newer revision by now.
      advance();
    }
  };

  /** By how many rows the anchor was moved, if it is among the rows that arrived; null if not. */
  const placeOf = ({ anchor, pages }: Sheet<Query, Row>): number | null => {
    if (anchor === null) return null;
    for (const [page, pageRows] of pages) {
      const at = pageRows.findIndex((row) => nameOf(row) === anchor.name);
      if (at !== -1) return page * pageLength + at - anchor.index;
    }
    return null;
  };

  const follow = async (
    sheet: Sheet<Query, Row>,
    anchor: { readonly name: string; readonly index: number },
  ): Promise<void> => {
    try {
      const index = await locate(sheet.query, anchor.name);
      sheet.moved = index === -1 ? 0 : index - anchor.index;
    } catch (caught) {
      if (sheet === coming) failure = caught;
    }
    isAsking = false;
    if (failure !== null) tell();
    advance();
  };

  const bring = async (sheet: Sheet<Query, Row>, page: number): Promise<void> => {
    try {
      const window = { from: page * pageLength, to: (page + 1) * pageLength };
      take(sheet, page, await ask(sheet.query, window));
    } catch (caught) {
      // An error of a sheet that is no longer needed does not matter.
      if (sheet === shown || sheet === coming) failure = caught;
    }
    isAsking = false;
    if (sheet === shown || failure !== null) tell();
    advance();
  };

  const take = (sheet: Sheet<Query, Row>, page: number, answer: RowsAnswer<Row>): void => {
    // The catalogue changed in between: rows of two revisions could repeat one key and miss another.
    if (answer.revision !== sheet.revision) sheet.pages.clear();
    sheet.revision = answer.revision;
    sheet.total = answer.total;
    // A row that did not change stays the same object, so a list need not draw it again.
    const before = shown?.query === sheet.query ? shown.pages.get(page) : undefined;
    sheet.pages.set(page, replaceEqualDeep<readonly Row[]>(before, answer.rows));
    if (viewport !== null) letGo(sheet.pages, Math.floor(viewport.from / pageLength));
  };

  return {
    look: (next) => {
      const isOther = viewport?.query !== next.query || viewport.revision !== next.revision;
      viewport = next;
      if (isOther && failure !== null) {
        failure = null;
        tell();
      }
      advance();
    },
    retry: () => {
      failure = null;
      tell();
      advance();
    },
    rows: () => rows,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const nothingShown = {
  query: null,
  total: 0,
  revision: 0,
  moved: 0,
  rowAt: () => undefined,
  error: null,
};

function visiblePages({ from, to }: RowWindow, total: number | null): readonly number[] {
  const last = total === null ? to - 1 : Math.min(to, total) - 1;
  const first = Math.max(0, Math.min(from, last));
  const pages: number[] = [];
  // The first page is requested even for an empty viewport, because it tells how many rows there are.
  for (
    let page = Math.floor(first / pageLength);
    page <= Math.max(0, Math.floor(last / pageLength));
    page += 1
  ) {
    pages.push(page);
  }
  return pages;
}

function letGo(pages: Map<number, unknown>, inSight: number): void {
  if (pages.size <= mostPages) return;
  const farthest = [...pages.keys()].sort((a, b) => Math.abs(b - inSight) - Math.abs(a - inSight));
  for (const page of farthest.slice(0, pages.size - mostPages)) pages.delete(page);
}
