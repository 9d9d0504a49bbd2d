import type { AtomReading } from '#shared/domain/atom.ts';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import { verdictPhrases } from '#shared/text/verdictNames.ts';
import { momentWords } from '#shared/text/times.ts';

/**
 * What a later reading of the same key returned, if that differs from the one that is shown: an audit or a recall may have read it
 * since. null if nothing is known to differ.
 */
export function newerReadingWords(entry: CatalogueEntry, shown: AtomReading): string | null {
  const { readAt } = entry;
  if (readAt === null || shown.key !== entry.key || readAt < shown.exchange.startedAt) return null;
  const at = momentWords(readAt);
  if (entry.gone) return `This is an older reading. At ${at}, the service no longer returned the key.`;
  if (entry.version !== shown.version)
    return entry.version === null
      ? `This is an older reading. At ${at}, the service returned the atom without a version.`
      : `This is an older reading. At ${at}, the service returned version ${entry.version}.`;
  const { verdict } = entry;
  if (verdict === null || (verdict === 'red') === (shown.verdict.status === 'red')) return null;
  return `This is an older reading. The verdict on the one at ${at} is “${verdictPhrases[verdict]}”.`;
}
