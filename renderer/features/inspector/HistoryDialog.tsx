import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { historySizeWords } from '#shared/text/historyWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { clearHistory, endHistory, historySizeQuery } from '../../api/history.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { notifyDone } from '../../ui/notify.ts';

export type HistoryQuestion = 'stop' | 'delete-atom' | 'delete-all';

interface HistoryDialogProps {
  readonly question: HistoryQuestion;
  readonly connection: Connection;
  readonly atomKey: string;
  readonly onClose: () => void;
}

/** Asks before saved history is deleted. */
export function HistoryDialog({ question, connection, atomKey, onClose }: HistoryDialogProps) {
  const client = useQueryClient();
  const size = useQuery({ ...historySizeQuery(connection.id), enabled: question !== 'delete-atom' });
  const saved = size.data === undefined ? '' : ` (${historySizeWords(size.data)})`;
  const name = <strong>{visibleLine(connection.name)}</strong>;
  const stop = async (isDeleted: boolean): Promise<void> => {
    await endHistory(client, connection.id, isDeleted);
    notifyDone(isDeleted ? 'History deleted.' : 'History turned off.');
  };
  const clear = async (key: string | null): Promise<void> => {
    await clearHistory(client, connection.id, key);
    notifyDone('History deleted.');
  };
  const dialogs: Readonly<
    Record<HistoryQuestion, { title: string; text: ReactNode; action: string; run: () => Promise<void> }>
  > = {
    stop: {
      title: 'Turn off history?',
      text: (
        <>
          Values read from {name} will no longer be saved. Do you also want to delete the saved history{saved}
          ?
        </>
      ),
      action: 'Turn off and delete',
      run: () => stop(true),
    },
    'delete-atom': {
      title: 'Delete history of this atom?',
      text: (
        <>
          All saved versions of <KeyText atomKey={atomKey} wrap /> are deleted from this computer. The memory
          does not change.
        </>
      ),
      action: 'Delete',
      run: () => clear(atomKey),
    },
    'delete-all': {
      title: 'Delete all history?',
      text: (
        <>
          The saved history of {name}
          {saved} and its encryption key are deleted from this computer. The memory does not change.
        </>
      ),
      action: 'Delete',
      run: () => clear(null),
    },
  };
  const { title, text, action, run } = dialogs[question];
  return (
    <ConfirmDialog
      title={title}
      action={action}
      onConfirm={run}
      onClose={onClose}
      size={520}
      {...(question === 'stop' && {
        otherAction: { label: 'Turn off, keep history', run: () => stop(false) },
      })}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}
