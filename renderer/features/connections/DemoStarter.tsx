import { Center, Group, Loader } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { openDemo, rememberConnection } from '../../api/connections.ts';
import { useAppStore } from '../../state/appStore.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';

/** Starts the embedded service and shows its memory. */
export function useOpenDemo() {
  const queryClient = useQueryClient();
  const activate = useAppStore((state) => state.activate);
  return useMutation({
    mutationFn: openDemo,
    onSuccess: (connection) => {
      activate(connection.id);
      rememberConnection(queryClient, connection);
    },
  });
}

/** Starts the demo memory and takes the place of its screen until it runs. */
export function DemoStarter() {
  const demo = useOpenDemo();
  const start = useEffectEvent(() => demo.mutate());
  useEffect(() => start(), []);
  return (
    <Center h="100%" p="xl">
      {demo.isError ? (
        <ErrorNotice error={demo.error} onRetry={() => demo.mutate()} />
      ) : (
        <Group gap="md" c="dimmed" role="status">
          <Loader size="sm" />
          Starting the demo memory…
        </Group>
      )}
    </Center>
  );
}
