import { useEffect, useRef, useState } from 'react';
import type { ShownRows } from '../api/rowWindow.ts';

/** A row by its name, and where it was when last seen. A name that is null is that of the row at the index, once it comes. */
interface Place {
  readonly name: string | null;
  readonly index: number;
}

export interface FollowedRow {
  /** Row index; -1 where there is no such row, or it is not known yet where. */
  readonly index: number;
  readonly put: (name: string | null, index: number) => void;
  /** Goes to a row of which only the name is known, and brings it into sight when it is found. */
  readonly find: (name: string) => void;
}

interface FollowInput<Query, Row> {
  /** The query that is wanted; that of `rows` may be an earlier one. */
  readonly query: Query;
  readonly rows: ShownRows<Query, Row>;
  readonly first: string | null;
  readonly nameOf: (row: Row) => string;
  /** Row index of a name, or of what stands in for it; -1 where nothing does. */
  readonly locate: (query: Query, name: string) => Promise<number>;
  /** Called with a row that was looked for, to scroll to it. */
  readonly onFound: (index: number) => void;
  /** Looks for the row of this name; again with each new object. */
  readonly revealed?: { readonly key: string } | null;
}

/** Follows one row of a list, by its name, over everything that moves rows: other queries, new keys, sorting. */
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
      // The rows themselves say what went wrong; the place stays unknown.
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
    index: place.index,
    put: (to, index) => {
      wanted.current = null;
      setPlace({ name: to, index });
    },
    find,
  };
}
