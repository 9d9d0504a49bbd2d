import type { RowsAnswer, RowWindow } from '#shared/domain/catalogueQuery.ts';

/** Rows asked for at once. */
export const pageLength = 100;
/** More than this is let go of again, farthest from what is in sight first. */
const mostPages = 60;

/** What is to be there, some rows around those in sight among it. */
export interface SeenRows extends RowWindow {
  /** The first row in sight. It stays where it is when rows come or go above it; at the beginning of a list new rows show. */
  readonly first: number;
}

/** What is in sight, of which query and of which state of the catalogue. */
export interface Viewport<Query> extends SeenRows {
  readonly query: Query;
  readonly revision: number;
}

/** Rows of one query as they can be shown: all of one revision. */
export interface ShownRows<Query, Row> {
  /** Whose rows these are: an earlier query's, until those of the one in sight have come. null before any. */
  readonly query: Query | null;
  /** All rows of the query; 0 before any have come. */
  readonly total: number;
  readonly revision: number;
  /** By how many rows what is in sight was moved down since the beginning, by rows that came above it. */
  readonly moved: number;
  /** undefined for a row that has not come yet, or is none. */
  readonly rowAt: (index: number) => Row | undefined;
  /** What went wrong with the last ask; nothing more is asked until `retry` or another query. */
  readonly error: unknown;
}

export interface RowWindowStore<Query, Row> {
  readonly look: (viewport: Viewport<Query>) => void;
  readonly retry: () => void;
  readonly rows: () => ShownRows<Query, Row>;
  readonly subscribe: (listener: () => void) => () => void;
}

/** How a row is known again in another revision. */
export interface RowNames<Query, Row> {
  readonly nameOf: (row: Row) => string;
  /** Where the row of that name is now; -1 where it is no more. */
  readonly locate: (query: Query, name: string) => Promise<number>;
}

interface Sheet<Query, Row> {
  readonly query: Query;
  /** The state it was begun for, and the one that its rows are of. */
  readonly askedRevision: number;
  revision: number;
  total: number | null;
  /** By how many rows what is in sight is farther down than in the sheet shown; null while that is to be asked. */
  moved: number | null;
  /** The row that stays where it is, and where it was in the sheet shown. */
  anchor: { readonly name: string; readonly index: number } | null;
  readonly pages: Map<number, readonly Row[]>;
}

/**
 * Brings the rows that are in sight, one page after the other and never more than one ask at a time: what went out of
 * sight meanwhile is not asked for. The rows of another query or revision are shown when all in sight have come; until
 * then those that were shown stay. Of another revision the rows around the one that is first in sight are brought. A
 * revision that is on its way is finished though newer ones appear, so that changes without end cannot keep it from coming.
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

  /** The sheet to fill: the one shown, one on its way, or a new one. */
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
    // Who is at the beginning by now stays there.
    const by = viewport.first > 0 ? sheet.moved : 0;
    const wanted = { from: Math.max(0, viewport.from + by), to: Math.max(0, viewport.to + by) };
    const missing = visiblePages(wanted, sheet.total).find((page) => !sheet.pages.has(page));
    if (missing !== undefined) {
      isAsking = true;
      void bring(sheet, missing);
      return;
    }
    if (sheet === coming) {
      // The catalogue may have moved on after it was asked where the row is: the rows themselves know best.
      const found = placeOf(sheet);
      if (found !== null && found !== sheet.moved) {
        sheet.moved = found;
        advance();
        return;
      }
      shown = sheet;
      coming = null;
      moved += by;
      // It was looked at from where it was; its rows say where it is now.
      viewport = { ...viewport, ...wanted, first: Math.max(0, viewport.first + by) };
      sheet.moved = 0;
      sheet.anchor = null;
      tell();
      // Another revision may have appeared while this one came.
      advance();
    }
  };

  /** By how far the row that stays was moved, as the rows that have come show it; null where they do not. */
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
      // What nobody waits for any more may fail in peace.
      if (sheet === shown || sheet === coming) failure = caught;
    }
    isAsking = false;
    if (sheet === shown || failure !== null) tell();
    advance();
  };

  const take = (sheet: Sheet<Query, Row>, page: number, answer: RowsAnswer<Row>): void => {
    // The catalogue moved on in between: rows of two states side by side could repeat one key and leave out another.
    if (answer.revision !== sheet.revision) sheet.pages.clear();
    sheet.revision = answer.revision;
    sheet.total = answer.total;
    sheet.pages.set(page, answer.rows);
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
  // The first page is asked for even where nothing is in sight yet: it tells how many rows there are.
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
