import type { AuditLeafMap, LeafOutcomes } from '../audit/auditSummary.ts';
import { percentWords } from './leafWords.ts';
import { countOf } from './phrases.ts';
import { countWords } from './sizes.ts';

/** How many leaves of the range no key of the audit has. */
export function unreadLeaves(cell: LeafOutcomes): bigint {
  const rest = BigInt(cell.end) - BigInt(cell.start) - BigInt(keysInLeaves(cell));
  // Keys that claim the same leaf are no more leaves than there are.
  return rest > 0n ? rest : 0n;
}

export function keysInLeaves({ green, keyOnly, amber, red }: LeafOutcomes): number {
  return green + keyOnly + amber + red;
}

/** In how many leaves the keys of an audit are: `345 of 406 leaves looked at (84%)`. */
export function lookedAtLeaves({ root, cells }: AuditLeafMap) {
  const treeSize = root.treeSize ?? '0';
  const unread = cells.reduce((sum, cell) => sum + unreadLeaves(cell), 0n);
  const lookedAt = String(BigInt(treeSize) - unread);
  const words = `${countWords(lookedAt)} of ${countOf(treeSize, 'leaf', 'leaves')} looked at (${percentWords(lookedAt, treeSize)})`;
  return { treeSize, lookedAt, words };
}
