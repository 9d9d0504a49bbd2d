import { useMutation, useQueryClient } from '@tanstack/react-query';
import { openDemo, rememberConnection } from '../../api/connections.ts';
import { activate } from '../../state/appStore.ts';

/** Starts the embedded service and shows its memory. */
export function useOpenDemo() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => openDemo(),
    onSuccess: (connection) => {
      activate(connection.id);
      rememberConnection(queryClient, connection);
    },
  });
}
