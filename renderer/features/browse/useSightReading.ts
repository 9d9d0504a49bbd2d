import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { RowWindow } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { readBatch } from '../../api/atoms.ts';
import { createSightReader, type SightReader, type SightReading } from '../../api/sightReader.ts';

/** Reads atoms that were never read once they are in sight, where the user wants that. */
export function useSightReading(
  connectionId: ConnectionId,
  isOn: boolean,
): {
  readonly reading: SightReading;
  readonly see: (
    rows: { readonly rowAt: (index: number) => CatalogueEntry | undefined },
    sight: RowWindow,
  ) => void;
} {
  const client = useQueryClient();
  const [reading, setReading] = useState<SightReading>({ kind: 'resting' });
  const reader = useRef<SightReader | null>(null);
  useEffect(() => {
    if (!isOn) return;
    const opened = createSightReader({
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
        if (entry !== undefined && entry.readAt === null && !entry.gone) unread.push(entry.key);
      }
      reader.current?.see(unread);
    },
  };
}
