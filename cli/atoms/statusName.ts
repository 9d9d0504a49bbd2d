import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import { exportedVerdict } from '#shared/text/exportWords.ts';

/** What the last request for a key showed. */
export function statusName({ gone, verdict }: Pick<CatalogueEntry, 'gone' | 'verdict'>): string {
  if (gone) return 'not returned';
  return verdict === null ? 'not read' : exportedVerdict[verdict];
}
