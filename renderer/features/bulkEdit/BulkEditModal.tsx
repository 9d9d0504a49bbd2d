import { Button, Modal, Progress, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { mostBatchAtoms } from '#shared/domain/store.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { selectionOf, type ActionTarget } from '../atomActions/actionTarget.ts';
import { BulkEditor, type BulkWork } from './BulkEditor.tsx';
import classes from './BulkEdit.module.css';
import { bulkTitle } from './bulkWords.ts';
import type { SelectionReading } from './selectionReader.ts';
import { useSelectionReading } from './useSelectionReading.ts';

interface BulkEditModalProps {
  readonly connection: Connection;
  readonly target: ActionTarget;
  readonly onClose: () => void;
}

/** Finds and replaces in the values of many atoms, and stores what changed as one batch. */
export function BulkEditModal({ connection, target, onClose }: BulkEditModalProps) {
  const [work, setWork] = useState<BulkWork>('none');
  const [isAsking, setAsking] = useState(false);
  return (
    <Modal
      opened
      onClose={() => {
        if (work === 'none') onClose();
        // A second Escape means "no": what was chosen is not lost to a key held too long.
        else if (work === 'typed') setAsking(!isAsking);
      }}
      closeOnClickOutside={false}
      size={1180}
      title={`${bulkTitle} in values`}
    >
      <div className={classes.content}>
        <ReadThenEdit
          connection={connection}
          target={target}
          isAskingToDiscard={isAsking && work === 'typed'}
          onKeep={() => setAsking(false)}
          onWork={setWork}
          onClose={onClose}
        />
      </div>
    </Modal>
  );
}

interface ReadThenEditProps extends BulkEditModalProps {
  readonly isAskingToDiscard: boolean;
  readonly onKeep: () => void;
  readonly onWork: (work: BulkWork) => void;
}

function ReadThenEdit({ connection, target, onClose, ...discarding }: ReadThenEditProps) {
  const { view, stop, goOn } = useSelectionReading(connection.id, selectionOf(target));
  const [takesPart, setTakesPart] = useState(false);
  switch (view.kind) {
    case 'looking':
      return <LoadingState label="Loading selection" />;
    case 'lost':
      return <ErrorNotice error={view.error} onRetry={goOn} />;
    case 'too-many':
      return (
        <Refusal onClose={onClose}>
          Find and replace stores its changes as one batch of at most {countOf(mostBatchAtoms, 'atom')}. You
          selected {countWords(view.count)}. Select fewer, or export them, edit the file, and upload it.
        </Refusal>
      );
    case 'read': {
      const { reading } = view;
      if (reading.state.kind === 'whole' || takesPart) {
        return (
          <BulkEditor
            connection={connection}
            atomsRead={reading.atoms}
            missingAtRead={reading.missing}
            unread={reading.keys.slice(reading.done)}
            onClose={onClose}
            {...discarding}
          />
        );
      }
      return (
        <ReadingView
          reading={reading}
          onStop={stop}
          onGoOn={goOn}
          onTakePart={() => setTakesPart(true)}
          onClose={onClose}
        />
      );
    }
  }
}

interface ReadingViewProps {
  readonly reading: SelectionReading;
  readonly onStop: () => void;
  readonly onGoOn: () => void;
  readonly onTakePart: () => void;
  readonly onClose: () => void;
}

function ReadingView({ reading, onStop, onGoOn, onTakePart, onClose }: ReadingViewProps) {
  const { state, done, keys, atoms } = reading;
  if (state.kind === 'too-much') {
    return (
      <Refusal onClose={onClose}>
        The values of the selected atoms are too large to search at once. Select fewer atoms, or export them,
        edit the file, and upload it.
      </Refusal>
    );
  }
  const isOver = state.kind !== 'reading';
  return (
    <Stack gap="md" className={classes.reading}>
      <p role="status">
        {isOver ? 'Read' : 'Reading'} {countWords(done)} of {countOf(keys.length, 'atom')}
      </p>
      <Progress value={keys.length === 0 ? 0 : (100 * done) / keys.length} aria-label="Atoms read" />
      {state.kind === 'failed' && <ErrorNotice error={state.error} onRetry={onGoOn} />}
      <div className={classes.actions}>
        {!isOver && (
          <Button variant="default" onClick={onStop} data-autofocus>
            Stop
          </Button>
        )}
        {isOver && (
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        )}
        {isOver && atoms.length > 0 && (
          <Button variant="default" onClick={onTakePart}>
            Continue with {countOf(atoms.length, 'atom')}
          </Button>
        )}
        {state.kind === 'stopped' && <Button onClick={onGoOn}>Continue reading</Button>}
      </div>
    </Stack>
  );
}

function Refusal({ children, onClose }: { readonly children: ReactNode; readonly onClose: () => void }) {
  return (
    <Stack gap="md" className={classes.reading}>
      <p role="alert">{children}</p>
      <div className={classes.actions}>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </div>
    </Stack>
  );
}
