import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AtomRow, RowWindow } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { readBatch } from '../../api/atoms.ts';
import { createViewportReader, type ViewportReader, type ViewportReading } from '../../api/viewportReader.ts';

/** Reads unread atoms, and those whose value is to be shown and not in memory, when they become visible, if the user wants that. */
export function useViewportReading(
  connectionId: ConnectionId,
  isOn: boolean,
): {
  readonly reading: ViewportReading;
  readonly see: (
    rows: { readonly rowAt: (index: number) => AtomRow | undefined },
    viewport: RowWindow,
  ) => void;
} {
  const client = useQueryClient();
  const [reading, setReading] = useState<ViewportReading>({ kind: 'resting' });
  const reader = useRef<ViewportReader | null>(null);
  useEffect(() => {
    if (!isOn) return;
    const opened = createViewportReader({
      read: async (keys, signal) => {
        await readBatch(client, connectionId, keys, { signal, askedBy: 'app' });
      },
      onChange: setReading,
      setTimer: (run, ms) => {
        const timer = window.setTimeout(run, ms);
        return () => window.clearTimeout(timer);
      },
    });
    reader.current = opened;
    return () => {
      reader.current = null;
      opened.close();
      setReading({ kind: 'resting' });
    };
  }, [client, connectionId, isOn]);
  return {
    reading,
    see: ({ rowAt }, { from, to }) => {
      const unread: string[] = [];
      for (let index = from; index < to; index += 1) {
        const entry = rowAt(index);
        if (entry !== undefined && isToRead(entry)) unread.push(entry.key);
      }
      reader.current?.see(unread);
    },
  };
}

function isToRead({ readAt, gone, shown }: AtomRow): boolean {
  return !gone && (readAt === null || shown?.preview === null);
}
