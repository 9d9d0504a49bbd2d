import { loadOnUse } from '../loadOnUse.tsx';

// The library behind them is large, and the first screens show no code.
export const CodeView = loadOnUse(async () => (await import('./CodeView.tsx')).CodeView, 'Loading text');
export const DiffView = loadOnUse(
  async () => (await import('./DiffView.tsx')).DiffView,
  'Loading differences',
);
