import type { RefObject } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { readOnlyWords } from '#shared/text/phrases.ts';
import { useAnnotate, useCatalogueEntry } from '../../api/catalogueEntries.ts';
import { useCommand } from '../../commands/registry.ts';
import { beginEdit } from '../../state/editorStore.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { useAtomActions } from '../atomActions/AtomActions.tsx';
import { useCopyAtom } from '../atomActions/useCopyAtom.ts';

export const otherKeyWords =
  'The service returned a different key, so you cannot edit this atom. Read it again first.';

/** Offers the commands for the atom that is shown. `area`: the part of the window that shows it. */
export function useAtomCommands(
  connection: Connection,
  atom: {
    readonly atomKey: string;
    /** null until the atom was read. */
    readonly reading: AtomReading | null;
    readonly read: () => void;
    readonly area: RefObject<HTMLElement | null>;
  },
): void {
  const { atomKey, reading, read, area } = atom;
  const actions = useAtomActions();
  const copy = useCopyAtom(connection);
  const { entry, toggle } = useBookmark(connection.id, atomKey);
  const edit = (): void => {
    if (reading !== null) beginEdit(connection.id, reading);
  };
  const isOther = reading !== null && reading.key !== atomKey;
  const blocked = connection.readOnly ? readOnlyWords : isOther ? otherKeyWords : null;
  useCommand('readAgain', read, { area });
  useCommand('editAtom', reading === null ? null : edit, { area, blocked });
  useCommand('copyKey', () => copy(atomKey, 'key'), { area });
  useCommand('bookmarkAtom', entry === null ? null : toggle, { area });
  useCommand('deleteAtom', entry === null ? null : () => actions.remove({ kind: 'atom', entry }), { area });
}

/** The bookmark of a key, which can be set once the key is known. */
export function useBookmark(connectionId: ConnectionId, atomKey: string) {
  const { data: entry } = useCatalogueEntry(connectionId, atomKey);
  const annotate = useAnnotate(connectionId, atomKey);
  const isBookmarked = entry?.bookmarked ?? false;
  return {
    /** null unless the key is known. */
    entry: entry ?? null,
    isBookmarked,
    toggle: (): void => annotate.mutate({ bookmarked: !isBookmarked }, { onError: notifyFailure }),
  };
}
