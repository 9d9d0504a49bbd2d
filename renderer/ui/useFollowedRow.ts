import { useEffect, useRef, useState } from 'react';
import type { ShownRows } from '../api/rowWindow.ts';

/** A row by its name, and its last known index. A null name stands for the row at the index until that row arrives. */
interface Place {
  readonly name: string | null;
  readonly index: number;
}

export interface FollowedRow {
  /** null: the row at the index has not arrived yet, or there is none. */
  readonly name: string | null;
  /** Row index; -1 if there is no such row, or its index is not known yet. */
  readonly index: number;
  readonly put: (name: string | null, index: number) => void;
  /** Looks for a row by its name, and calls `onFound` with its index. */
  readonly find: (name: string) => void;
}

interface FollowInput<Query, Row> {
  /** The current query; `rows` may still belong to an earlier one. */
  readonly query: Query;
  readonly rows: ShownRows<Query, Row>;
  readonly first: string | null;
  readonly nameOf: (row: Row) => string;
  /** Row index of a name, or of the row to use in its place; -1 for none. */
  readonly locate: (query: Query, name: string) => Promise<number>;
  /** Called with a row that was looked for, to scroll to it. */
  readonly onFound: (index: number) => void;
  /** Looks for the row of this name; again with each new object. */
  readonly revealed?: { readonly key: string } | null;
}

/**
 * The index of one row of a row window, kept up to date by its name while other queries, new rows, and sorting move it.
 *
 * ```ts
 * const active = useFollowedRow({ query, rows, first: key, nameOf: (atom) => atom.key, locate, onFound: scrollTo });
 * active.put(atom.key, index); // the user moved to another row
 * ```
 */
export function useFollowedRow<Query, Row>(input: FollowInput<Query, Row>): FollowedRow {
  const { query, rows, nameOf } = input;
  const [place, setPlace] = useState<Place>({ name: input.first, index: -1 });
  const wanted = useRef(input.first);
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });

  const atPlace = rows.rowAt(place.index);
  const nameAtPlace = atPlace === undefined ? null : nameOf(atPlace);
  if (place.name === null && nameAtPlace !== null) setPlace({ name: nameAtPlace, index: place.index });

  const { name } = place;
  const isInPlace = name !== null && name === nameAtPlace;
  const isCurrent = rows.query === query;
  useEffect(() => {
    const shown = rows.query;
    if (shown === null || name === null || (isInPlace && wanted.current === null)) return;
    let isLeft = false;
    latest.current.locate(shown, name).then(
      (index) => {
        if (isLeft) return;
        setPlace({ name, index });
        if (wanted.current !== name || !isCurrent) return;
        wanted.current = null;
        if (index !== -1) latest.current.onFound(index);
      },
      // The rows show the error; the index stays unknown.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [rows, name, isInPlace, isCurrent]);

  const find = (to: string): void => {
    wanted.current = to;
    setPlace((before) => ({ name: to, index: before.name === to ? before.index : -1 }));
  };
  const findLatest = useRef(find);
  useEffect(() => {
    findLatest.current = find;
  });
  const revealed = input.revealed ?? null;
  useEffect(() => {
    if (revealed !== null) findLatest.current(revealed.key);
  }, [revealed]);

  return {
    name,
    index: place.index,
    put: (to, index) => {
      wanted.current = null;
      setPlace({ name: to, index });
    },
    find,
  };
}
