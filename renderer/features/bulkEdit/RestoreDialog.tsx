import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PreviousValuesOfWrite } from '#shared/domain/store.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { previousSummary } from '#shared/writes/previousKept.ts';
import { readPrevious } from '../../api/writes.ts';
import { queryKey } from '../../api/queryKeys.ts';
import type { WriteToRestore } from '../../state/dialogs.ts';
import { endRestore } from '../../state/restoreStore.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EnvironmentBadge } from '../../ui/EnvironmentBadge.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { ReadThenEdit } from './BulkEditModal.tsx';
import classes from './BulkEdit.module.css';
import type { BulkWork } from './BulkEditor.tsx';

interface RestoreDialogProps {
  readonly connection: Connection;
  readonly write: WriteToRestore;
}

/** Gives the atoms of a write the values back that they had before, as one batch. */
export function RestoreDialog({ connection, write: { writeId, title } }: RestoreDialogProps) {
  const [work, setWork] = useState<BulkWork>('none');
  const previous = useQuery({
    queryKey: queryKey('previousValues', connection.id, writeId),
    queryFn: () => readPrevious({ connectionId: connection.id, id: writeId }),
    gcTime: 0,
  });
  return (
    <Dialog
      onClose={endRestore}
      isBusy={work !== 'none'}
      holdsWork={work !== 'none'}
      size={1180}
      title={
        <Group gap="sm">
          Store previous values
          <EnvironmentBadge environment={connection.environment} />
        </Group>
      }
    >
      <div className={classes.content}>
        <QueryView query={previous} loading="Loading previous values" p={0}>
          {(values) => <Atoms connection={connection} title={title} values={values} onWork={setWork} />}
        </QueryView>
      </div>
    </Dialog>
  );
}

interface AtomsProps {
  readonly connection: Connection;
  readonly title: string;
  readonly values: PreviousValuesOfWrite;
  readonly onWork: (work: BulkWork) => void;
}

function Atoms({ connection, title, values, onWork }: AtomsProps) {
  const { atoms } = values;
  const keys = useMemo(() => atoms.map(({ key }) => key), [atoms]);
  const previous = useMemo(
    () => ({
      title,
      values: new Map(values.atoms.map((atom) => [atom.key, atom])),
      summary: previousSummary(values),
    }),
    [title, values],
  );
  return (
    <ReadThenEdit
      connection={connection}
      keys={keys}
      previous={previous}
      isAskingToDiscard={false}
      onKeep={() => undefined}
      onWork={onWork}
      onClose={endRestore}
    />
  );
}
