import { Box, Button, Group } from '@mantine/core';
import { IconFilterOff, IconListDetails, IconTrash } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import type { RowWindow } from '#shared/domain/catalogueQuery.ts';
import type { Connection } from '#shared/domain/connection.ts';
import type { WriteSummary } from '#shared/domain/writeReceipt.ts';
import { countOf } from '#shared/text/phrases.ts';
import { mostPreviousBytes, mostPreviousWrites } from '#shared/domain/store.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useClearPrevious, useClearWrites, usePreviousUsage, useWrites } from '../../api/writes.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { PaneHead } from '../../ui/PaneHead.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Splitter } from '../../ui/Splitter.tsx';
import { ExportReceipts } from './ExportReceipts.tsx';
import { WriteDetails } from './WriteDetails.tsx';
import { WriteList } from './WriteList.tsx';

/** The writes that this app sent to the memory, with their receipts. */
export function WritesScreen() {
  const connection = useActiveConnection();
  return <WriteLog key={connection.id} connection={connection} />;
}

/** A selected write. New writes come first in the list: counted from its end, a write keeps its place. */
interface Selected {
  /** null if its row had not arrived yet when it was selected. */
  readonly write: WriteSummary | null;
  readonly fromEnd: number;
}

function WriteLog({ connection }: { readonly connection: Connection }) {
  const [seen, see] = useState<RowWindow>({ from: 0, to: 1 });
  const [selected, setSelected] = useState<Selected | null>(null);
  const [text, setText] = useState('');
  const log = useWrites(connection.id, useDeferredValue(text), seen);
  const { total, writeAt, recoveredFrom } = log;
  const isEmpty = text === '' && (total === null || total === 0);
  const index = selected === null || total === null ? 0 : indexOf(selected, total, seen, writeAt);
  const found = writeAt(index);
  // Outside the viewport, a selected write is shown as it was seen last.
  const isFound = selected === null || selected.write === null || found?.id === selected.write.id;
  const shown = isFound ? (found ?? null) : selected.write;

  return (
    <Screen
      data-keeps-focus
      head={
        <>
          <PaneHead
            title="Writes from this app"
            note={isEmpty || total === null ? '' : countOf(total, 'receipt')}
            actions={
              <>
                {!isEmpty && (
                  <SearchField
                    label="Search files and keys"
                    text={text}
                    size="xs"
                    w={220}
                    onSearch={(next) => {
                      setText(next);
                      setSelected(null);
                    }}
                  />
                )}
                <ExportReceipts
                  connectionId={connection.id}
                  ids={null}
                  label="all receipts"
                  isDisabled={isEmpty}
                />
                <ClearLogButton
                  connection={connection}
                  isDisabled={isEmpty}
                  onCleared={() => setSelected(null)}
                />
              </>
            }
          />
          {recoveredFrom !== null && (
            <Callout tone="warning" role="status" compact m="sm">
              The list of writes was damaged, so the app started a new one. The damaged file was moved to{' '}
              {visibleLine(recoveredFrom)}.
            </Callout>
          )}
          {log.error !== null && (
            <Box p="md">
              <ErrorNotice error={log.error} onRetry={log.retry} />
            </Box>
          )}
        </>
      }
    >
      {total === null ? (
        log.error === null && <LoadingState label="Loading writes" rows={8} />
      ) : total === 0 && text !== '' ? (
        <EmptyState
          icon={IconFilterOff}
          title="No matching writes"
          description="No file name, key, or title of a write contains this text."
          action={<Button onClick={() => setText('')}>Clear search</Button>}
        />
      ) : total === 0 ? (
        <EmptyState
          icon={IconListDetails}
          title="No writes yet"
          description="Each write from this app leaves a receipt here: the service’s response, the read-back with its proof, and the roots before and after. Receipts contain the sizes and hashes of values, not the values. The values from before a write are kept beside them, encrypted."
        />
      ) : (
        <Splitter
          name="write-log"
          panes={[
            {
              label: 'Writes',
              defaultSize: 5,
              min: '300px',
              content: (
                <>
                  <WriteList
                    total={total}
                    writeAt={writeAt}
                    selected={index}
                    see={see}
                    onSelect={(at) => setSelected({ write: writeAt(at) ?? null, fromEnd: total - at })}
                  />
                  <Dimmed size="xs" px="md" py="xs">
                    Saved on this computer: keys, sizes, hashes, versions, and proofs.
                  </Dimmed>
                  <PreviousValues connection={connection} />
                </>
              ),
            },
            {
              label: 'Receipt',
              defaultSize: 7,
              min: '340px',
              content:
                shown === null ? (
                  <LoadingState label="Loading writes" />
                ) : (
                  <WriteDetails key={shown.id} connectionId={connection.id} write={shown} />
                ),
            },
          ]}
        />
      )}
    </Screen>
  );
}

/** Index of the selected write, as far as the rows that have arrived tell. */
function indexOf(
  { write, fromEnd }: Selected,
  total: number,
  { from, to }: RowWindow,
  writeAt: (index: number) => WriteSummary | undefined,
): number {
  const expected = Math.max(0, total - fromEnd);
  if (write === null || writeAt(expected)?.id === write.id) return expected;
  for (let at = from; at < Math.min(to, total); at += 1) if (writeAt(at)?.id === write.id) return at;
  return expected;
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
  readonly onCleared: () => void;
}

/** Deletes all receipts, after asking: they cannot be recovered. */
function ClearLogButton({ connection, isDisabled, onCleared }: ClearLogButtonProps) {
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
            onCleared();
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
