import { Box, type MantineSpacing } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice } from './ErrorNotice.tsx';
import { LoadingState } from './LoadingState.tsx';

interface QueryViewProps<T> {
  /** The result of `useQuery`, or anything of the same shape. */
  readonly query: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
  /** What is loading, without an ellipsis: `Reading the atom`. */
  readonly loading: string;
  /** Lines of the placeholder while loading. */
  readonly rows?: number;
  /** Shown instead of the data where `isEmpty` says so. */
  readonly empty?: ReactNode;
  readonly isEmpty?: (data: T) => boolean;
  /** Padding around an error. */
  readonly p?: MantineSpacing;
  readonly children: (data: T) => ReactNode;
}

/**
 * Loading, then data, an empty state, or an error with “Try again”. Data that is there stays while it is read
 * again, even if that fails.
 *
 *     <QueryView query={useRuns(id)} loading="Loading runs"
 *       isEmpty={(items) => items.length === 0} empty={<EmptyState … />}>
 *       {(items) => <RunList items={items} />}
 *     </QueryView>
 */
export function QueryView<T>(props: QueryViewProps<T>): ReactNode {
  const { query, loading, rows = 5, empty, isEmpty, p = 'md', children } = props;
  if (query.data !== undefined) return isEmpty?.(query.data) === true ? empty : children(query.data);
  if (!query.isError) return <LoadingState label={loading} rows={rows} />;
  return (
    <Box p={p}>
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
    </Box>
  );
}
