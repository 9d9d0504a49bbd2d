import { QueryClient } from '@tanstack/react-query';

/**
 * The main process retries requests and knows whether the network is available, so React Query does neither: a
 * service on loopback is reachable while the machine is offline. Nothing is read again automatically on focus or
 * mount; a reading changes when the user requests a new one or the main process reports a change.
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
      // Nothing looks at the outcome of an action once its button is gone.
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  });
}
