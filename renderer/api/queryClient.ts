import { QueryClient } from '@tanstack/react-query';

/**
 * The main process retries what is worth retrying and knows whether the network is there, so React Query does
 * neither: a service on loopback is reachable while the machine is offline. Nothing is read again by itself on
 * focus or mount; a reading changes when the user asks for a new one or main says that something changed.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
