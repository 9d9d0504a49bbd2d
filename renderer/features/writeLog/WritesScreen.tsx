import { Button, Group } from '@mantine/core';
import { IconListDetails, IconTrash } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import type { WriteListing } from '#shared/domain/writeReceipt.ts';
import { countOf } from '#shared/text/phrases.ts';
import { mostPreviousBytes, mostPreviousWrites } from '#shared/domain/store.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useClearPrevious, useClearWrites, usePreviousUsage, useWriteSummary } from '../../api/writes.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListDetails } from '../../ui/ListDetails.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { PaneHead } from '../../ui/PaneHead.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { ExportReceipts } from './ExportReceipts.tsx';
import { WriteDetails } from './WriteDetails.tsx';
import { WriteList } from './WriteList.tsx';

/** The writes that this app sent to the memory, with their receipts. */
export function WritesScreen() {
  const connection = useActiveConnection();
  const log = useWriteSummary(connection.id);
  return (
    <QueryView query={log} loading="Loading writes" rows={8}>
      {(summary) => <WriteLog key={connection.id} connection={connection} log={summary} />}
    </QueryView>
  );
}

interface WriteLogProps {
  readonly connection: Connection;
  readonly log: WriteListing;
}

function WriteLog({ connection, log }: WriteLogProps) {
  const [text, setText] = useState('');
  const { total, recoveredFrom } = log;
  return (
    <Screen
      data-keeps-focus
      head={
        <>
          <PaneHead
            title="Writes from this app"
            note={total === 0 ? '' : countOf(total, 'receipt')}
            actions={
              <>
                {total > 0 && (
                  <SearchField
                    label="Search files and keys"
                    text={text}
                    size="xs"
                    w={220}
                    onSearch={setText}
                  />
                )}
                <ExportReceipts
                  connectionId={connection.id}
                  ids={null}
                  label="all receipts"
                  isDisabled={total === 0}
                />
                <ClearLogButton connection={connection} isDisabled={total === 0} />
              </>
            }
          />
          {recoveredFrom !== null && (
            <Callout tone="warning" role="status" compact m="sm">
              The list of writes was damaged, so the app started a new one. The damaged file was moved to{' '}
              {visibleLine(recoveredFrom)}.
            </Callout>
          )}
        </>
      }
    >
      {total === 0 ? (
        <EmptyState
          icon={IconListDetails}
          title="No writes yet"
          description="Each write from this app leaves a receipt here: the service’s response, the read-back with its proof, and the roots before and after. Receipts contain the sizes and hashes of values, not the values. The values from before a write are kept beside them, encrypted."
        />
      ) : (
        <Writes connection={connection} log={log} text={text} />
      )}
    </Screen>
  );
}

function Writes({ connection, log, text }: WriteLogProps & { readonly text: string }) {
  const { id: connectionId } = connection;
  const searched = useDeferredValue(text);
  const query = useMemo(() => ({ connectionId, text: searched }), [connectionId, searched]);
  // The latest one when the list was opened. While it is searched for something else, the receipt stays.
  const [shown, show] = useState(log.writes[0] ?? null);
  return (
    <ListDetails
      name="write-log"
      list={{
        label: 'Writes',
        share: 6,
        content: (
          <>
            <WriteList query={query} revision={log.revision} selected={shown?.id ?? null} onSelect={show} />
            <Dimmed size="xs" px="md" py="xs">
              Saved on this computer: keys, sizes, hashes, versions, and proofs.
            </Dimmed>
            <PreviousValues connection={connection} />
          </>
        ),
      }}
      details={{
        label: 'Receipt',
        share: 6,
        content: shown !== null && <WriteDetails key={shown.id} connectionId={connectionId} write={shown} />,
      }}
      nothing={{
        icon: IconListDetails,
        title: 'No write selected',
        description: 'Select a write to see its receipt.',
      }}
    />
  );
}

/** What is kept to be stored again, and a way to delete it. Nothing if there is none. */
function PreviousValues({ connection }: { readonly connection: Connection }) {
  const [isAsking, setIsAsking] = useState(false);
  const { data: usage } = usePreviousUsage(connection.id);
  const clear = useClearPrevious(connection.id);
  if (usage === undefined || usage.writes === 0) return null;
  return (
    <Group gap="sm" px="md" pb="xs">
      <Dimmed size="xs" flex="1 1 12rem">
        Encrypted: the values from before {countOf(usage.writes, 'write')}, {sizeWords(usage.bytes)}. The
        latest {countWords(mostPreviousWrites)} writes are kept, up to {sizeWords(mostPreviousBytes)}.
      </Dimmed>
      <Button size="compact-xs" variant="subtle" onClick={() => setIsAsking(true)}>
        Delete…
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Delete previous values?"
          action="Delete"
          onConfirm={async () => {
            await clear.mutateAsync();
            notifyDone('Previous values deleted.');
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>
            This deletes the values from before {countOf(usage.writes, 'write')} from this computer. They can
            then no longer be stored again from here. The receipts and the memory itself do not change.
          </p>
        </ConfirmDialog>
      )}
    </Group>
  );
}

interface ClearLogButtonProps {
  readonly connection: Connection;
  readonly isDisabled: boolean;
}

/** Deletes all receipts, after asking: they cannot be recovered. */
function ClearLogButton({ connection, isDisabled }: ClearLogButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const clear = useClearWrites(connection.id);
  return (
    <>
      <IconButton
        label="Clear the list of writes"
        tooltip="Clear the list of writes…"
        icon={IconTrash}
        disabled={isDisabled}
        onClick={() => setIsAsking(true)}
      />
      {isAsking && (
        <ConfirmDialog
          title="Clear the list of writes?"
          action="Clear"
          onConfirm={async () => {
            await clear.mutateAsync(undefined);
            notifyDone('List of writes cleared.');
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>
            This deletes all receipts of <strong>{visibleLine(connection.name)}</strong>, with their proofs
            and the values from before each write, from this computer. Export them first if you may need them.
            The memory itself does not change.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
