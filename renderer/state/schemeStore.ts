import { hasRules } from '#shared/merkle/pin.ts';
import { z } from 'zod';
import type { Connection } from '#shared/domain/connection.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { createSavedStore } from './savedStore.ts';
import { textsByName } from './textsByName.ts';

/** Identifies a pin for review. A new pin, or a leaf rule found later, must be reviewed again. */
export function nameOfPin({ pinnedAt, leaf }: SchemePin): string {
  return `${pinnedAt} ${leaf.length > 0 ? 'with' : 'without'} leaf`;
}

const saved = z.object({
  /** The pin that the user reviewed, by connection. Anything unexpected counts as not reviewed. */
  confirmed: textsByName(),
});

export const useSchemeStore = createSavedStore('atom-explorer-schemes', saved);

/** Whether the user has not reviewed the inferred hashing rules of a connection yet. */
export function useIsUnconfirmed({ id, scheme }: Connection): boolean {
  const confirmed = useSchemeStore((state) => state.confirmed[id]);
  return hasRules(scheme) && scheme.origin === 'inferred' && confirmed !== nameOfPin(scheme);
}

export function confirmScheme({ id, scheme }: Connection): void {
  if (scheme === null) return;
  useSchemeStore.setState(({ confirmed }) => ({ confirmed: { ...confirmed, [id]: nameOfPin(scheme) } }));
}
