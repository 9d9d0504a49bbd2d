import { Button, Group, Progress, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { mostBatchAtoms } from '#shared/domain/store.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { readBatch } from '../../api/atoms.ts';
import { keysOfSelection } from '../../api/catalogueRows.ts';
import { queryKey } from '../../api/queryKeys.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EnvironmentBadge } from '../../ui/EnvironmentBadge.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { selectionOf, type ActionTarget } from '../atomActions/actionTarget.ts';
import { BulkEditor, type BulkWork, type PreviousToStore } from './BulkEditor.tsx';
import classes from './BulkEdit.module.css';
import { bulkTitle } from './bulkWords.ts';
import { beginReading, readOn, type SelectionReading } from './selectionReader.ts';

interface BulkEditModalProps {
  readonly connection: Connection;
  readonly target: ActionTarget;
  readonly onClose: () => void;
}

/** Finds and replaces in the values of many atoms, and stores what changed as one batch. */
export function BulkEditModal({ connection, target, onClose }: BulkEditModalProps) {
  const [work, setWork] = useState<BulkWork>('none');
  const [isAsking, setAsking] = useState(false);
  // The selection as it is now: storing may change what a filter selects.
  const [selection] = useState(() => selectionOf(target));
  const keys = useQuery({
    queryKey: queryKey('editedKeys', connection.id, selection),
    queryFn: async () => [...new Set(await keysOfSelection(selection))],
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Dialog
      asksItself={{ isAsking: isAsking && work === 'typed', ask: () => setAsking(true) }}
      isBusy={work === 'confirming' || work === 'storing'}
      holdsWork={work !== 'none'}
      onClose={() => {
        if (work === 'none') onClose();
        // A second Escape means "no": what was chosen is not lost to a key held too long.
        else if (work === 'typed') setAsking(!isAsking);
      }}
      size={1180}
      title={
        <Group gap="sm">
          {bulkTitle} in values
          <EnvironmentBadge environment={connection.environment} />
        </Group>
      }
    >
      <div className={classes.content}>
        <QueryView query={keys} loading="Loading selection" p={0}>
          {(selected) =>
            selected.length > mostBatchAtoms ? (
              <Refusal onClose={onClose}>
                Find and replace stores its changes as one batch of at most {countOf(mostBatchAtoms, 'atom')}.
                You selected {countWords(selected.length)}. Select fewer, or export them, edit the file, and
                upload it.
              </Refusal>
            ) : (
              <ReadThenEdit
                connection={connection}
                keys={selected}
                isAskingToDiscard={isAsking && work === 'typed'}
                onKeep={() => setAsking(false)}
                onWork={setWork}
                onClose={onClose}
              />
            )
          }
        </QueryView>
      </div>
    </Dialog>
  );
}

/** Reads atoms, and again from where it stopped or failed. */
function useReading(connectionId: ConnectionId, keys: readonly string[]) {
  const client = useQueryClient();
  const [reading, setReading] = useState(() => beginReading(keys));
  const controller = useRef(new AbortController());
  const read = useCallback(
    async (before: SelectionReading): Promise<void> => {
      const own = new AbortController();
      const { signal } = own;
      controller.current = own;
      await readOn(before, {
        read: (piece) => readBatch(client, connectionId, piece, { signal, askedBy: 'user' }),
        onProgress: (next) => {
          if (controller.current === own) setReading(next);
        },
        signal,
      });
    },
    [client, connectionId],
  );
  useEffect(() => {
    void read(beginReading(keys));
    return () => controller.current.abort();
  }, [read, keys]);
  return { reading, stop: () => controller.current.abort(), goOn: () => void read(reading) };
}

interface ReadThenEditProps {
  readonly connection: Connection;
  readonly keys: readonly string[];
  /** The values that the atoms get; absent to find and replace. */
  readonly previous?: PreviousToStore;
  readonly isAskingToDiscard: boolean;
  readonly onKeep: () => void;
  readonly onWork: (work: BulkWork) => void;
  readonly onClose: () => void;
}

/** Reads atoms, and then shows what would change in them. */
export function ReadThenEdit({ connection, keys, previous, onClose, ...discarding }: ReadThenEditProps) {
  const { reading, stop, goOn } = useReading(connection.id, keys);
  const [takesPart, setTakesPart] = useState(false);
  const { state, done, atoms, missing } = reading;
  if (state.kind === 'whole' || takesPart) {
    return (
      <BulkEditor
        connection={connection}
        previous={previous ?? null}
        atomsRead={atoms}
        missingAtRead={missing}
        unread={keys.slice(done)}
        onClose={onClose}
        {...discarding}
      />
    );
  }
  if (state.kind === 'too-much') {
    return (
      <Refusal onClose={onClose}>
        The values of the selected atoms are too large to search at once. Select fewer atoms, or export them,
        edit the file, and upload it.
      </Refusal>
    );
  }
  const isReading = state.kind === 'reading';
  return (
    <Stack gap="md">
      <p role="status">
        {isReading ? 'Reading' : 'Read'} {countWords(done)} of {countOf(keys.length, 'atom')}
      </p>
      <Progress value={keys.length === 0 ? 0 : (100 * done) / keys.length} aria-label="Atoms read" />
      {state.kind === 'failed' && <ErrorNotice error={state.error} onRetry={goOn} />}
      <Group gap="sm" justify="flex-end">
        <Button variant="default" onClick={isReading ? stop : onClose} data-autofocus>
          {isReading ? 'Stop' : 'Cancel'}
        </Button>
        {!isReading && atoms.length > 0 && (
          <Button variant="default" onClick={() => setTakesPart(true)}>
            Continue with {countOf(atoms.length, 'atom')}
          </Button>
        )}
        {state.kind === 'stopped' && <Button onClick={goOn}>Continue reading</Button>}
      </Group>
    </Stack>
  );
}

function Refusal({ children, onClose }: { readonly children: ReactNode; readonly onClose: () => void }) {
  return (
    <Stack gap="md">
      <p role="alert">{children}</p>
      <Button ml="auto" onClick={onClose} autoFocus>
        Close
      </Button>
    </Stack>
  );
}
