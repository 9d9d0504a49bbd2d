import type { AtomExplorerApi } from '#shared/ipc/contract.ts';

declare global {
  interface Window {
    /** What the preload put there; tests call it to see what main refuses. */
    readonly atomExplorer: AtomExplorerApi;
  }
}
