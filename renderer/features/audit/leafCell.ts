import type { LeafOutcomes } from '#shared/audit/auditSummary.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import { keysInLeaves, unreadLeaves } from '#shared/text/auditLeafWords.ts';
import { rangeWords } from '#shared/text/leafWords.ts';
import { capitalized } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { verdictPhrases } from '#shared/text/verdictNames.ts';
import type { CellLook } from '../../ui/CellMap.tsx';

export const gravestFirst = ['red', 'amber', 'keyOnly', 'green'] as const satisfies readonly VerdictStatus[];

/** One part of a cell, and its share of the height of the cell. */
interface CellPart {
  readonly of: VerdictStatus | 'unread';
  readonly share: number;
}

/** So that one failure among thousands of leaves can still be seen. */
const leastGraveShare = 0.25;

/** The parts of a cell from the gravest, with shares that add up to 1. */
export function cellParts(cell: LeafOutcomes): readonly CellPart[] {
  const unread = Number(unreadLeaves(cell));
  // Keys that claim the same leaf count more than the range has.
  const whole = keysInLeaves(cell) + unread;
  const exact = [
    ...gravestFirst.map((of) => ({ of, share: cell[of] / whole })),
    { of: 'unread', share: unread / whole } as const,
  ].filter(({ share }) => share > 0);
  const isGrave = ({ of }: CellPart): boolean => of === 'red' || of === 'amber';
  const raised = exact.map((part) =>
    isGrave(part) ? { ...part, share: Math.max(part.share, leastGraveShare) } : part,
  );
  const sum = raised.reduce((total, { share }) => total + share, 0);
  return raised.map((part) => ({ ...part, share: part.share / sum }));
}

/** A cell with one outcome has its look; any other one is painted in the shares of its outcomes, from below. */
export function cellLook(cell: LeafOutcomes): CellLook {
  const parts = cellParts(cell);
  const [first] = parts;
  if (first === undefined || first.of === 'unread') return { 'data-share': 'empty' };
  if (parts.length === 1) return { 'data-verdict': first.of };
  let from = 0;
  const stops = parts.map(({ of, share }) => {
    const to = from + share;
    const stop = `${paints[of]} ${percent(from)} ${percent(to)}`;
    from = to;
    return stop;
  });
  const isPartial = parts.some(({ of }) => of === 'unread');
  return {
    ...(isPartial && { 'data-share': 'empty' }),
    style: {
      background: `linear-gradient(to top, ${stops.join(', ')})`,
      borderColor: `var(--verdict-${first.of}-line)`,
    },
  };
}

const paints: Readonly<Record<CellPart['of'], string>> = {
  red: 'var(--verdict-red-fg)',
  amber: 'color-mix(in srgb, var(--verdict-amber-fg) 65%, var(--verdict-amber-bg))',
  keyOnly: 'color-mix(in srgb, var(--verdict-keyOnly-fg) 30%, var(--verdict-keyOnly-bg))',
  green: 'color-mix(in srgb, var(--verdict-green-fg) 30%, var(--verdict-green-bg))',
  unread: 'transparent',
};

/** `Leaves 0 to 8: 2 failed, 6 verified, 1 not looked at`. */
export function cellWords(cell: LeafOutcomes): string {
  const unread = unreadLeaves(cell);
  const counts = [
    ...gravestFirst
      .filter((status) => cell[status] > 0)
      .map((status) => `${countWords(cell[status])} ${verdictPhrases[status]}`),
    ...(unread > 0n && keysInLeaves(cell) > 0 ? [`${countWords(String(unread))} not looked at`] : []),
  ];
  return `${capitalized(rangeWords(cell))}: ${counts.length === 0 ? 'not looked at' : counts.join(', ')}`;
}

function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10}%`;
}
