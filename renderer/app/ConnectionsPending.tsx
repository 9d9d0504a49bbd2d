import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { connectionsQuery } from '../api/connections.ts';
import { QueryView } from '../ui/QueryView.tsx';

/** Instead of the window's content while there is no list of connections. */
export function ConnectionsPending() {
  const connections = useQuery(connectionsQuery);
  return (
    <Box component="main" w="min(480px, 90vw)" mx="auto" mt="20vh">
      <QueryView query={connections} loading="Loading your connections" rows={3}>
        {() => null}
      </QueryView>
    </Box>
  );
}
