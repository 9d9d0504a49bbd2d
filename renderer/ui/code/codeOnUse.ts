import { loadOnUse } from '../loadOnUse.tsx';

// Loaded on first use: the library is large, and the first screen shows no code.
export const CodeView = loadOnUse(async () => (await import('./CodeView.tsx')).CodeView, 'Loading text');
export const DiffView = loadOnUse(
  async () => (await import('./DiffView.tsx')).DiffView,
  'Loading differences',
);
