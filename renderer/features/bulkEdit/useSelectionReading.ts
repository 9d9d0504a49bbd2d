import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { mostBatchAtoms } from '#shared/domain/store.ts';
import { readBatch } from '../../api/atoms.ts';
import { keysOfSelection } from '../../api/catalogueRows.ts';
import { beginReading, readOn, type SelectionReading } from './selectionReader.ts';

/** A selection on its way from the service into the window. */
export type SelectionView =
  | { readonly kind: 'looking' }
  | { readonly kind: 'lost'; readonly error: unknown }
  | { readonly kind: 'too-many'; readonly count: number }
  | { readonly kind: 'read'; readonly reading: SelectionReading };

interface SelectionControls {
  readonly view: SelectionView;
  readonly stop: () => void;
  /** Reads on where it stopped or failed. */
  readonly goOn: () => void;
}

/** Reads the atoms of a selection, as it is when this is first shown. */
export function useSelectionReading(connectionId: ConnectionId, selection: KeySelection): SelectionControls {
  const client = useQueryClient();
  const [view, setView] = useState<SelectionView>({ kind: 'looking' });
  const [chosen] = useState(selection);
  const controller = useRef(new AbortController());

  const read = useCallback(
    async (before: SelectionReading) => {
      const own = new AbortController();
      controller.current = own;
      const { signal } = own;
      await readOn(before, {
        read: (keys) => readBatch(client, connectionId, keys, { signal, askedBy: 'user' }),
        told: (reading) => {
          // One that was overtaken tells nothing any more.
          if (controller.current === own) setView({ kind: 'read', reading });
        },
        signal,
      });
    },
    [client, connectionId],
  );
  const lookUp = useCallback(() => {
    let isOver = false;
    firstReading(chosen).then(
      (first) => {
        if (isOver) return;
        if (typeof first === 'number') setView({ kind: 'too-many', count: first });
        else void read(first);
      },
      (error: unknown) => {
        if (!isOver) setView({ kind: 'lost', error });
      },
    );
    return () => {
      isOver = true;
      controller.current.abort();
    };
  }, [chosen, read]);
  useEffect(() => lookUp(), [lookUp]);
  return {
    view,
    stop: () => controller.current.abort(),
    goOn: () => {
      if (view.kind === 'read') void read(view.reading);
      else lookUp();
    },
  };
}

/** Or how many there are, where that is too many. */
async function firstReading(selection: KeySelection): Promise<SelectionReading | number> {
  const keys = [...new Set(await keysOfSelection(selection))];
  return keys.length > mostBatchAtoms ? keys.length : beginReading(keys);
}
