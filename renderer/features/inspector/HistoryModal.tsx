import { Button, Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Connection } from '#shared/domain/connection.ts';
import { historySizeWords } from '#shared/text/historyWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { clearHistory, endHistory, historySizeQuery } from '../../api/history.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { notifyDone } from '../../ui/notify.ts';
import classes from './HistoryTab.module.css';

export type HistoryQuestion = 'stop' | 'delete-atom' | 'delete-all';

interface HistoryModalProps {
  /** What to ask; null: closed. */
  readonly question: HistoryQuestion | null;
  readonly connection: Connection;
  readonly atomKey: string;
  readonly onClose: () => void;
}

const titles: Readonly<Record<HistoryQuestion, string>> = {
  stop: 'Stop keeping a history?',
  'delete-atom': 'Delete the history of this atom?',
  'delete-all': 'Delete the whole history?',
};

/** Asks before anything that was kept is deleted. */
export function HistoryModal({ question, ...props }: HistoryModalProps) {
  return (
    <Modal
      opened={question !== null}
      onClose={props.onClose}
      title={question === null ? '' : titles[question]}
      size={500}
    >
      {question !== null && <Confirmation key={question} question={question} {...props} />}
    </Modal>
  );
}

function Confirmation({
  question,
  connection,
  atomKey,
  onClose,
}: HistoryModalProps & { readonly question: HistoryQuestion }) {
  const client = useQueryClient();
  const size = useQuery({ ...historySizeQuery(connection.id), enabled: question !== 'delete-atom' });
  const kept = size.data === undefined ? '' : `: ${historySizeWords(size.data)}`;
  const act = useMutation({
    mutationFn: async (isDeleted: boolean) => {
      if (question === 'stop') await endHistory(client, connection.id, isDeleted);
      else await clearHistory(client, connection.id, question === 'delete-all' ? null : atomKey);
    },
    onSuccess: (_nothing, isDeleted) => {
      onClose();
      notifyDone(isDeleted ? 'The history was deleted.' : 'No history is kept from now on.');
    },
  });
  const deleting = (
    <Button color="red" loading={act.isPending} onClick={() => act.mutate(true)}>
      {question === 'stop' ? 'Stop and delete' : 'Delete'}
    </Button>
  );
  return (
    <div className={classes.question}>
      {question === 'stop' && (
        <p>
          Nothing that is read over <strong>{visibleLine(connection.name)}</strong> is kept any more. What
          becomes of what was kept so far{kept}?
        </p>
      )}
      {question === 'delete-atom' && (
        <p>
          All versions kept of <KeyText atomKey={atomKey} wrap /> are deleted from this machine. The memory
          itself is not touched.
        </p>
      )}
      {question === 'delete-all' && (
        <p>
          All that was kept of <strong>{visibleLine(connection.name)}</strong> is deleted from this machine,
          with its key{kept}. The memory itself is not touched.
        </p>
      )}
      {act.isError && <ErrorNotice error={act.error} onRetry={() => act.mutate(act.variables)} />}
      <div className={classes.answers}>
        <Button variant="subtle" color="gray" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        {question === 'stop' && (
          <Button variant="default" disabled={act.isPending} onClick={() => act.mutate(false)}>
            Stop, and keep it
          </Button>
        )}
        {deleting}
      </div>
    </div>
  );
}
