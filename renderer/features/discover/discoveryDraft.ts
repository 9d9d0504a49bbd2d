import type { DiscoverySettings } from '#shared/domain/job.ts';
import type { DiscoveryDraft } from '../../state/discoverStore.ts';

/** The words and phrases of a text, separated by commas or lines, each once. */
export function seedsOf(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .split(/[,\n]/)
        .map((seed) => seed.trim())
        .filter((seed) => seed !== ''),
    ),
  ];
}

/** The settings to start with; null while the request limit is missing. */
export function settingsOf(draft: DiscoveryDraft): DiscoverySettings | null {
  const { budget, limit, pauseMs, guesses } = draft;
  if (budget === null || budget < 1) return null;
  return { seeds: seedsOf(draft.seeds), budget, limit, pauseMs: pauseMs ?? 0, guesses };
}
