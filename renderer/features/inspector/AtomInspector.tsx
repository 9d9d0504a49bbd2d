import { Box } from '@mantine/core';
import { IconEraser, IconPlayerStop, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { useCatalogueEntry, useForgetKey } from '../../api/catalogueEntries.ts';
import { beginNewAtom } from '../../state/editorStore.ts';
import { noteAtom } from '../../state/proofStore.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { WriteButton } from '../../widgets/WriteButton.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { toAppError } from '../../api/unwrap.ts';
import { EvidenceButton } from '../evidence/EvidenceButton.tsx';
import { ConflictNotice } from './ConflictNotice.tsx';
import { InspectorHeader } from './InspectorHeader.tsx';
import { InspectorTabs } from './InspectorTabs.tsx';
import { OlderReadingNotice } from './OlderReadingNotice.tsx';
import classes from './Inspector.module.css';
import { describeChange, type ReadingChange } from './readingChange.ts';
import { useAtomCommands } from './useAtomCommands.ts';
import kit from '../../ui/kit.module.css';
import { Tip } from '../../ui/Tip.tsx';
import { useAtomReading } from '../../api/atoms.ts';

interface AtomInspectorProps {
  readonly connection: Connection;
  readonly atomKey: string;
}

/** The result of a refresh, shown as long as its reading is shown. */
interface Refresh {
  readonly brought: AtomReading;
  readonly change: ReadingChange;
}

export function AtomInspector({ connection, atomKey }: AtomInspectorProps) {
  const { query, isWaiting, cancel } = useAtomReading(connection.id, atomKey);
  const [refresh, setRefresh] = useState<Refresh | null>(null);
  const reading = query.data;
  const error = query.isError ? toAppError(query.error) : null;
  useEffect(() => noteAtom(connection.id, atomKey), [connection.id, atomKey]);

  const read = async (): Promise<void> => {
    setRefresh(null);
    const { data, isSuccess } = await query.refetch();
    if (isSuccess && reading !== undefined)
      setRefresh({ brought: data, change: describeChange(reading, data) });
  };
  const retry = (): void => void read();
  const area = useRef<HTMLDivElement>(null);
  useAtomCommands(connection, { atomKey, reading: reading ?? null, read: retry, area });

  return (
    <div ref={area} className={`${classes.inspector} ${kit.screen}`}>
      <InspectorHeader
        connectionId={connection.id}
        atomKey={atomKey}
        reading={reading ?? null}
        isReading={query.isFetching}
        onRefresh={retry}
      />
      {refresh !== null && refresh.brought === reading && (
        <ChangeNotice change={refresh.change} onClose={() => setRefresh(null)} />
      )}
      {reading !== undefined && !query.isFetching && !query.isError && (
        <OlderReadingNotice connectionId={connection.id} atomKey={atomKey} reading={reading} onRead={retry} />
      )}
      <ConflictNotice connectionId={connection.id} atomKey={atomKey} />
      {query.isError && !query.isFetching && (
        <Box px="md" pb="sm">
          <ErrorNotice
            error={query.error}
            onRetry={retry}
            actions={
              error?.code === 'not_found' && (
                <>
                  {/* Not if the service has just proven that the atom exists. */}
                  {error.denial?.kind !== 'contradiction' ? (
                    <WriteButton icon={IconPlus} onClick={() => beginNewAtom(connection.id, atomKey)}>
                      Store atom
                    </WriteButton>
                  ) : (
                    error.requestId !== null && (
                      <EvidenceButton
                        connectionId={connection.id}
                        about={{ kind: 'atom', key: atomKey, requestId: error.requestId }}
                      />
                    )
                  )}
                  <ForgetKeyButton connectionId={connection.id} atomKey={atomKey} />
                </>
              )
            }
          />
          {reading !== undefined && (
            <Dimmed mt="xs">The value below is from the earlier read shown above.</Dimmed>
          )}
        </Box>
      )}
      {reading !== undefined && <InspectorTabs connection={connection} atomKey={atomKey} reading={reading} />}
      {reading === undefined && isWaiting && (
        <LoadingState label="Reading the atom and checking its proof" onCancel={cancel} />
      )}
      {reading === undefined && !isWaiting && !query.isError && (
        <EmptyState
          icon={IconPlayerStop}
          title="Not read"
          description="The read was canceled."
          action={<SmallButton onClick={retry}>Read atom</SmallButton>}
        />
      )}
    </div>
  );
}

function ChangeNotice({ change, onClose }: { readonly change: ReadingChange; readonly onClose: () => void }) {
  return (
    <Callout
      // Not red: the verdict beside it says what is wrong.
      tone={change.tone === 'alarming' ? 'warning' : 'neutral'}
      compact
      role="status"
      mx="md"
      mb="sm"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onClose}
    >
      {change.words}
    </Callout>
  );
}

/** For a known key whose atom is gone. Renders nothing if the key is not known. */
function ForgetKeyButton({
  connectionId,
  atomKey,
}: {
  readonly connectionId: ConnectionId;
  readonly atomKey: string;
}) {
  const { data: entry } = useCatalogueEntry(connectionId, atomKey);
  const forget = useForgetKey(connectionId);
  if (entry === undefined || entry === null) return null;
  return (
    <Tip label="Removes the key from the known keys. The memory does not change. The key becomes known again when a recall or a lookup finds it.">
      <SmallButton
        icon={IconEraser}
        loading={forget.isPending}
        onClick={() =>
          forget.mutate(atomKey, {
            onSuccess: () => notifyDone('Key removed from the known keys.'),
            onError: notifyFailure,
          })
        }
      >
        Forget this key
      </SmallButton>
    </Tip>
  );
}
