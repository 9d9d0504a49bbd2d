import { useMutation, useQueryClient } from '@tanstack/react-query';
import { openDemo, rememberConnection } from '../../api/connections.ts';
import { useAppStore } from '../../state/appStore.ts';

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
