import { Box, Button, Text } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { AppError } from '#shared/domain/appError.ts';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { beginNewAtom } from '../../state/editorStore.ts';
import { noteAtom } from '../../state/proofStore.ts';
import { Callout } from '../../ui/Callout.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { toAppError } from '../../api/unwrap.ts';
import { WriteButton } from '../editor/WriteButton.tsx';
import { ConflictNotice } from './ConflictNotice.tsx';
import { ForgetKeyButton } from './ForgetKeyButton.tsx';
import { InspectorHeader } from './InspectorHeader.tsx';
import { InspectorTabs } from './InspectorTabs.tsx';
import classes from './Inspector.module.css';
import { describeChange, type ReadingChange } from './readingChange.ts';
import { useAtomReading } from '../../api/useAtomReading.ts';

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
  useEffect(() => noteAtom(connection.id, atomKey), [connection.id, atomKey]);

  const read = async (): Promise<void> => {
    setRefresh(null);
    const { data, isSuccess } = await query.refetch();
    if (isSuccess && reading !== undefined)
      setRefresh({ brought: data, change: describeChange(reading, data) });
  };
  const retry = (): void => void read();

  return (
    <div className={classes.inspector}>
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
      <ConflictNotice connectionId={connection.id} atomKey={atomKey} />
      {query.isError && !query.isFetching && (
        <Box px="md" pb="sm">
          <ErrorNotice
            error={query.error}
            onRetry={retry}
            actions={
              toAppError(query.error).code === 'not_found' && (
                <>
                  {mayBeAbsent(toAppError(query.error)) && (
                    <WriteButton
                      label="Store atom"
                      icon="add"
                      onClick={() => beginNewAtom(connection.id, atomKey)}
                    />
                  )}
                  <ForgetKeyButton connectionId={connection.id} atomKey={atomKey} />
                </>
              )
            }
          />
          {reading !== undefined && (
            <Text c="dimmed" size="sm" mt="xs">
              The value below is from the earlier read shown above.
            </Text>
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
          action={
            <Button size="compact-sm" variant="default" onClick={retry}>
              Read atom
            </Button>
          }
        />
      )}
    </div>
  );
}

/** False if the service has just proven that the atom exists. */
function mayBeAbsent(error: AppError): boolean {
  return error.code === 'not_found' && error.denial?.kind !== 'contradiction';
}

function ChangeNotice({ change, onClose }: { readonly change: ReadingChange; readonly onClose: () => void }) {
  return (
    <Callout
      tone={change.tone === 'alarming' ? 'danger' : 'neutral'}
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
