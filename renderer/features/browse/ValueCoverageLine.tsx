import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { countOf } from '#shared/text/phrases.ts';
import { valueCoverageWords } from '#shared/text/valueCoverageWords.ts';
import { startReading, useJobs } from '../../api/jobs.ts';
import { valueCoverageQuery } from '../../api/values.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyFailure } from '../../ui/notify.ts';

/** How many values a search reaches, with a button that reads the others. A value that was not searched is not one without a match. */
export function ValueCoverageLine({ connectionId }: { readonly connectionId: ConnectionId }) {
  const { data, error, refetch } = useQuery(valueCoverageQuery(connectionId));
  const isReading = useJobs(connectionId).some(({ kind, endedAt }) => kind === 'read' && endedAt === null);
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  return (
    <Box px="sm" pb="xs" fz="xs" c="dimmed">
      <span role="status">{valueCoverageWords(data)}</span>
      {data.readable > 0 && data.history !== 'loading' && (
        <SmallButton
          mt="2xs"
          display="block"
          disabled={isReading}
          onClick={() => void readValues(connectionId).catch(notifyFailure)}
        >
          {isReading ? 'Reading…' : `Read ${countOf(data.readable, 'value')}`}
        </SmallButton>
      )}
    </Box>
  );
}

async function readValues(connectionId: ConnectionId): Promise<void> {
  const query = {
    connectionId,
    filter: { text: '', mode: 'contains', withoutValue: true },
    delimiter: '.',
    path: '',
    sort: { column: 'key', direction: 'ascending' },
  } as const;
  await startReading({ connectionId, selection: { kind: 'query', query, except: [] } });
}
