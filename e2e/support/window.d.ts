import type { AtomExplorerApi } from '#shared/ipc/contract.ts';

declare global {
  interface Window {
    /** What the preload put there; tests call it to see what main refuses. */
    readonly atomExplorer: AtomExplorerApi;
    /** How often parts of a profiled window were rendered. */
    renders?: Record<string, number>;
  }
}
