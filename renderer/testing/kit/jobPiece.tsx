import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Job } from '#shared/domain/job.ts';
import { JobStrip, jobStateWords } from '../../widgets/JobStrip.tsx';

function job(state: Job['state'], endedAt: number | null): Job {
  return {
    id: 'a',
    connectionId: 'demo' as ConnectionId,
    kind: 'export',
    state,
    startedAt: 0,
    endedAt,
    progress: {
      format: 'csv',
      content: 'proofs',
      path: '/home/ada/atoms.csv',
      total: 345,
      done: 120,
      notRead: 0,
    },
  };
}

/** A job in each of its states, for `kitPieces`. */
export const jobPiece: readonly [string, () => ReactNode] = [
  'JobStrip',
  () => (
    <Stack p="md">
      <JobStrip
        name="Export"
        job={job({ kind: 'running' }, null)}
        done={120}
        total={345}
        progressLabel="Atoms exported"
      >
        <strong>{jobStateWords.running}</strong> 120 of 345 atoms
      </JobStrip>
      <JobStrip
        name="Export"
        job={job({ kind: 'paused', error: null }, null)}
        done={120}
        total={345}
        progressLabel="Atoms exported"
      >
        <strong>{jobStateWords.paused}</strong> 120 of 345 atoms
      </JobStrip>
      <JobStrip
        name="Export"
        job={job({ kind: 'done' }, 1)}
        done={345}
        total={345}
        progressLabel="Atoms exported"
      >
        <strong>{jobStateWords.done}</strong> 345 atoms
      </JobStrip>
    </Stack>
  ),
];
