import { Box, Center } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ShownRows } from '../../api/rowWindow.ts';
import { Dimmed } from '../Dimmed.tsx';
import { ErrorNotice } from '../ErrorNotice.tsx';

interface RowsViewProps<Query, Row> {
  /** The current query; the rows may still belong to an earlier one. */
  readonly query: Query;
  readonly window: { readonly rows: ShownRows<Query, Row>; readonly retry: () => void };
  /** Shown if the query has no rows. */
  readonly empty: string;
  /** The list. */
  readonly children: ReactNode;
}

/**
 * A list of a row window; in its place the error, or that there are no rows.
 *
 *     <RowsView query={query} window={window} empty="No root matches.">
 *       <VirtualGrid rows={window.rows} … />
 *     </RowsView>
 */
export function RowsView<Query, Row>({ query, window, empty, children }: RowsViewProps<Query, Row>) {
  const { rows, retry } = window;
  if (rows.error !== null)
    return (
      <Box p="md">
        <ErrorNotice error={rows.error} onRetry={retry} />
      </Box>
    );
  if (rows.query !== query || rows.total > 0) return children;
  return (
    <Center h="100%" p="lg">
      <Dimmed>{empty}</Dimmed>
    </Center>
  );
}
