import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import type { AnnotationChange } from '#shared/domain/catalogue.ts';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { countOf } from '#shared/text/phrases.ts';
import { startExport, startReading } from '../../api/jobs.ts';
import { copyText } from '../../api/files.ts';
import { annotateKeys, forgetKeys } from '../../api/catalogueEntries.ts';
import { atomQuery } from '../../api/atoms.ts';
import { keysOfSelection } from '../../api/catalogueRows.ts';
import { recountKeys } from '../../api/catalogueSummary.ts';
import { chunk } from '../../api/chunk.ts';
import { AppFailure } from '../../api/unwrap.ts';
import { beginDuplicate, beginEdit } from '../../state/editorStore.ts';
import { dropPlacesOf } from '../../state/placeStore.ts';
import { changeAtomTabs, dropKeys } from '../../state/tabStore.ts';
import { loadOnUse } from '../../ui/loadOnUse.tsx';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { selectionOf, targetWords, type ActionTarget } from './actionTarget.ts';
import type { AtomCopy } from './atomCopies.ts';
import { ExportDialog, ForgetDialog, TagDialog } from './AtomDialogs.tsx';
import { DeleteNotice } from './DeleteNotice.tsx';
import { useCopyAtom } from './useCopyAtom.ts';

const BulkEditModal = loadOnUse(
  async () => (await import('../bulkEdit/BulkEditModal.tsx')).BulkEditModal,
  null,
);

/** Actions on known atoms. Each shows a notice of its outcome; none throws. */
export interface AtomActions {
  readonly read: (target: ActionTarget) => void;
  readonly bookmark: (target: ActionTarget, isOn: boolean) => void;
  readonly tag: (target: ActionTarget) => void;
  readonly copyKeys: (target: ActionTarget) => void;
  /** Reads the atom first if it was not read yet. */
  readonly copyAtom: (key: string, what: AtomCopy) => void;
  /** Reads the atom first if it was not read yet. */
  readonly edit: (key: string) => void;
  /** Opens the editor for a new atom with the value of this one. */
  readonly duplicate: (key: string) => void;
  /** Asks what to export and where to save it. */
  readonly save: (target: ActionTarget) => void;
  /** Opens find and replace for their values. */
  readonly replace: (target: ActionTarget) => void;
  readonly forget: (target: ActionTarget) => void;
  /** Says that atoms cannot be deleted, and what can be done instead. */
  readonly remove: (target: ActionTarget) => void;
}

/** Characters copied at most: more could make the clipboard hang. */
const mostCopied = 50_000_000;
/** Keys annotated in one request to main. */
const annotatedAtOnce = 20_000;

const AtomActionsContext = createContext<AtomActions | null>(null);

export function useAtomActions(): AtomActions {
  const actions = useContext(AtomActionsContext);
  if (actions === null) throw new Error('useAtomActions needs an AtomActionsProvider.');
  return actions;
}

interface Asking {
  readonly kind: 'tag' | 'export' | 'replace' | 'forget' | 'remove';
  readonly target: ActionTarget;
}

interface AtomActionsProviderProps {
  readonly connection: Connection;
  readonly children: ReactNode;
}

export function AtomActionsProvider({ connection, children }: AtomActionsProviderProps) {
  const copyAtom = useCopyAtom(connection);
  const client = useQueryClient();
  const [asking, setAsking] = useState<Asking | null>(null);
  const { id } = connection;

  const actions = useMemo<AtomActions>(
    () => ({
      read: (target) => {
        startReading({ connectionId: id, selection: selectionOf(target) }).catch(notifyFailure);
      },
      bookmark: (target, isOn) => {
        annotate(id, target, { bookmarked: isOn }).then(
          (count) =>
            notifyDone(`${isOn ? 'Bookmarked' : 'Removed the bookmarks of'} ${countOf(count, 'atom')}.`),
          notifyFailure,
        );
      },
      tag: (target) => setAsking({ kind: 'tag', target }),
      copyKeys: (target) => {
        copyKeysOf(target).then(notifyDone, notifyFailure);
      },
      copyAtom,
      edit: (key) => {
        client
          .fetchQuery(atomQuery(id, key))
          .then((reading) => beginEdit(id, ofKey(reading, key)))
          .catch(notifyFailure);
      },
      duplicate: (key) => {
        client
          .fetchQuery(atomQuery(id, key))
          .then((reading) => beginDuplicate(id, ofKey(reading, key)))
          .catch(notifyFailure);
      },
      save: (target) => setAsking({ kind: 'export', target }),
      replace: (target) => setAsking({ kind: 'replace', target }),
      forget: (target) => setAsking({ kind: 'forget', target }),
      remove: (target) => setAsking({ kind: 'remove', target }),
    }),
    [id, copyAtom, client],
  );

  const forget = async (target: ActionTarget): Promise<void> => {
    const selection = selectionOf(target);
    const keys = await keysOfSelection(selection);
    const { forgotten } = await forgetKeys({ connectionId: id, selection });
    changeAtomTabs(id, (tabs) => dropKeys(tabs, new Set(keys)));
    dropPlacesOf(id, new Set(keys));
    void recountKeys(client, id);
    notifyDone(`Forgot ${countOf(forgotten, 'key')}.`);
  };

  return (
    <AtomActionsContext value={actions}>
      {children}
      {asking?.kind === 'forget' && (
        <ForgetDialog
          target={asking.target}
          onForget={() => forget(asking.target)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.kind === 'remove' && (
        <DeleteNotice
          target={asking.target}
          dialect={connection.service?.dialect}
          onForget={() => forget(asking.target)}
          onEdit={editOf(asking.target, connection.readOnly ? null : actions.edit)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.kind === 'export' && (
        <ExportDialog
          target={asking.target}
          onExport={(content, format) => {
            const { target } = asking;
            const columns = target.kind === 'many' ? target.columns : undefined;
            const selection = selectionOf(target);
            startExport({
              connectionId: id,
              selection,
              content,
              format,
              ...(content === 'table' && columns !== undefined && { columns }),
            }).catch(notifyFailure);
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.kind === 'replace' && (
        <BulkEditModal connection={connection} target={asking.target} onClose={() => setAsking(null)} />
      )}
      {asking?.kind === 'tag' && (
        <TagDialog
          connectionId={id}
          target={asking.target}
          onChange={async (change) => {
            const count = await annotate(id, asking.target, change);
            notifyDone(`Changed the tags of ${countOf(count, 'atom')}.`);
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </AtomActionsContext>
  );
}

/** null for many atoms, and on a read-only connection. */
function editOf(target: ActionTarget, edit: AtomActions['edit'] | null): (() => void) | null {
  return target.kind === 'atom' && edit !== null ? () => edit(target.entry.key) : null;
}

async function annotate(
  connectionId: ConnectionId,
  target: ActionTarget,
  change: AnnotationChange,
): Promise<number> {
  let annotated = 0;
  // All keys are looked up before the first change: it may take atoms out of the query that finds them.
  for (const keys of chunk(await keysOfSelection(selectionOf(target)), annotatedAtOnce)) {
    annotated += (await annotateKeys({ connectionId, keys, change })).annotated;
  }
  return annotated;
}

/** @returns the text of the notice */
async function copyKeysOf(target: ActionTarget): Promise<string> {
  const keys = await keysOfSelection(selectionOf(target));
  const text = keys.join('\n');
  if (text.length > mostCopied) {
    return `The keys of ${targetWords(target)} are too long for the clipboard. Export them instead.`;
  }
  await copyText(text);
  return `Copied ${countOf(keys.length, 'key')}.`;
}

/** @throws if the service returned another key than the one that the user chose to edit */
function ofKey(reading: AtomReading, key: string): AtomReading {
  if (reading.key === key) return reading;
  throw new AppFailure({
    code: 'bad_response',
    field: 'key',
    message:
      'The service returned a different key than requested, so the editor did not open. Nothing was changed.',
    requestId: reading.exchange.requestId,
  });
}
