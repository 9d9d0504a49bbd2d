import { Box } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { openDemo, rememberConnection } from '../../api/connections.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';

interface DemoStarterProps {
  readonly connection: Connection;
  readonly children: ReactNode;
}

/** The service starts after this time, however busy the window is. */
const longestWaitMs = 1_000;

/**
 * Starts the demo service after the app starts. Meanwhile, the screen shows what is known, and its requests wait for the
 * service. If the service does not start, the error replaces the screen.
 */
export function DemoStarter({ connection, children }: DemoStarterProps) {
  const queryClient = useQueryClient();
  const demo = useMutation({
    mutationFn: () => openDemo(),
    onSuccess: (started) => rememberConnection(queryClient, started),
  });
  // Only once: if the service stops later, the next request restarts it. When idle, because it takes the processor from
  // the known keys, which need no service.
  const start = useEffectEvent(() => {
    if (connection.baseUrl === null) demo.mutate();
  });
  useEffect(() => {
    const waiting = requestIdleCallback(() => start(), { timeout: longestWaitMs });
    return () => cancelIdleCallback(waiting);
  }, []);
  if (!demo.isError) return children;
  return (
    <Box p="md">
      <ErrorNotice error={demo.error} onRetry={() => demo.mutate()} />
    </Box>
  );
}
