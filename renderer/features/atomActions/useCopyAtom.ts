import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { copyText } from '../../api/files.ts';
import { atomQuery } from '../../api/atoms.ts';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { atomCopies, type AtomCopy } from './atomCopies.ts';

/** Copies a part of an atom and shows a notice; reads the atom first if that is needed. */
export function useCopyAtom({
  id,
  baseUrl,
}: Pick<Connection, 'id' | 'baseUrl'>): (key: string, what: AtomCopy) => void {
  const client = useQueryClient();
  return useCallback(
    (key, what) => {
      const copy = async (): Promise<void> => {
        const reading = () => client.fetchQuery(atomQuery(id, key));
        const text = await atomCopies[what].text({ key, baseUrl, reading });
        await copyText(text);
        notifyDone(`Copied ${atomCopies[what].words}.`);
      };
      copy().catch(notifyFailure);
    },
    [client, id, baseUrl],
  );
}
