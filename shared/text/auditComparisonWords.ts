import {
  auditDifferenceKinds,
  type AuditComparison,
  type AuditDifferenceKind,
} from '../audit/compareAudits.ts';
import type { LeafComparison } from '../audit/compareLeaves.ts';
import type { TreeComparison } from '../audit/compareTrees.ts';
import { capitalized, countOf, quoteText, applying, listFirst } from './phrases.ts';
import { countWords } from './sizes.ts';
import { visibleLine } from './visibleText.ts';

/** One of two connections that are compared. */
export interface ComparedSide {
  readonly name: string;
  readonly isSnapshot: boolean;
}
/** null: two audits of one memory, the earlier one first. */
export type ComparedSides = { readonly before: ComparedSide; readonly after: ComparedSide } | null;

/** The names of differences between two audits in filters, lists, and headings. */
export function differenceName(kind: AuditDifferenceKind, sides: ComparedSides = null): string {
  if (sides === null) return changeNames[kind];
  if (kind === 'missing') return `Only in ${quoteText(sides.before.name)}`;
  if (kind === 'added') return `Only in ${quoteText(sides.after.name)}`;
  return contrastNames[kind] ?? changeNames[kind];
}

const changeNames: Readonly<Record<AuditDifferenceKind, string>> = {
  'other-value-same-version': 'Same version, different value',
  'version-back': 'Version went back',
  failed: 'Newly failed',
  missing: 'No longer returned',
  added: 'Added',
  version: 'Version changed',
  value: 'Value changed',
  leaf: 'Leaf hash changed',
  verdict: 'Verdict changed',
  'not-audited': 'Not in both audits',
  'not-compared': 'Could not be read',
  'value-not-compared': 'Value not compared',
  'not-in-either': 'Not returned in either',
};
const contrastNames: Partial<Record<AuditDifferenceKind, string>> = {
  failed: 'Failed on one side',
  version: 'Different version',
  value: 'Different value',
  leaf: 'Different leaf hash',
  verdict: 'Different verdict',
  'not-in-either': 'Not returned by either',
};

/** All differences of one key: `Different value, different version`. */
export function differenceWords(
  { kinds, isExpected }: { readonly kinds: readonly AuditDifferenceKind[]; readonly isExpected: boolean },
  sides: ComparedSides = null,
): string {
  const words = kinds.map((kind, at) => (at === 0 ? differenceName(kind, sides) : laterName(kind, sides)));
  return `${words.join(', ')}${isExpected ? ' (expected)' : ''}`;
}

function laterName(kind: AuditDifferenceKind, sides: ComparedSides): string {
  const name = differenceName(kind, sides);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** What of a comparison its words are made of. */
export type ComparisonCounts = Pick<
  AuditComparison,
  | 'same'
  | 'differing'
  | 'otherVerdict'
  | 'notCompared'
  | 'kinds'
  | 'grave'
  | 'unexpected'
  | 'isPartial'
  | 'outcomes'
>;

/** The result of a comparison: a headline, and full sentences. Only what was read in full on both sides can be the same. */
export function auditComparisonWords(
  found: ComparisonCounts,
  sides: ComparedSides = null,
): readonly [headline: string, ...sentences: string[]] {
  const { same, differing, notCompared, isPartial } = found;
  const partial = [isPartial.before, isPartial.after].flatMap((is, at) =>
    is ? [partialWords(at === 0 ? 'before' : 'after', sides)] : [],
  );
  const all = same + differing + notCompared;
  if (all === 0)
    return sides === null
      ? ['There is no key to compare', ...partial]
      : [
          'There is no key to compare',
          'Neither audit read a key. Discover or import keys first.',
          ...partial,
        ];
  return [
    headlineOf(found, sides, partial.length > 0),
    ...(sides === null ? changeSentences(found) : contrastSentences(found, sides)),
    ...partial,
  ];
}

/** How many keys there are of each kind: `Version changed: 12; could not be read: 3; same: 300.` */
export function differenceTally({ kinds, same }: Pick<AuditComparison, 'kinds' | 'same'>): string {
  const counts = auditDifferenceKinds.flatMap((kind) => {
    const count = kinds[kind].expected + kinds[kind].other;
    return count === 0 ? [] : [`${laterName(kind, null)}: ${countWords(count)}`];
  });
  return `${capitalized([...counts, `same: ${countWords(same)}`].join('; '))}.`;
}

function headlineOf(found: ComparisonCounts, sides: ComparedSides, isPartial: boolean): string {
  const { same, differing, otherVerdict, notCompared, kinds } = found;
  if (sides === null && differing > 0)
    return `${countOf(differing, 'key differs', 'keys differ')} from the earlier audit`;
  const conflicting = kinds['other-value-same-version'];
  if (conflicting.other + conflicting.expected > 0)
    return `${countOf(conflicting.other + conflicting.expected, 'key')} with the same version but different values`;
  if (differing > otherVerdict) return countOf(differing - otherVerdict, 'key differs', 'keys differ');
  if (notCompared > 0)
    return `No difference found, but ${countOf(notCompared, 'key')} could not be compared in full`;
  const compared = countOf(same + otherVerdict, 'key');
  if (isPartial) return `No difference in the ${compared} that both read`;
  return sides === null ? `None of ${compared} differs from the earlier audit` : `${compared}: same values`;
}

function changeSentences(found: ComparisonCounts): readonly string[] {
  const { same, differing, otherVerdict, grave, unexpected, notCompared } = found;
  return applying([
    grave > 0 &&
      `${countOf(grave, 'key contradicts', 'keys contradict')} the earlier audit, or failed only in one of the two.`,
    differing > 0 &&
      otherVerdict === differing &&
      'Only verdicts differ: what was read is the same, but was not proven in the same way.',
    differing + notCompared > 0 && same > 0 && `${countOf(same, 'key is', 'keys are')} the same.`,
    ...(unexpected === null
      ? []
      : unexpected === 0
        ? [differing > grave + otherVerdict && `All ${grave > 0 ? 'other ' : ''}changes were expected.`]
        : [`${countOf(unexpected, 'change was', 'changes were')} not expected.`]),
    notCompared > 0 && openWords,
  ]);
}

const openWords = 'What was not compared in full may differ.';

function contrastSentences(
  { same, differing, otherVerdict, notCompared, kinds, outcomes }: ComparisonCounts,
  sides: NonNullable<ComparedSides>,
): readonly string[] {
  const [a, b] = [quoteText(sides.before.name), quoteText(sides.after.name)];
  const conflicting = kinds['other-value-same-version'];
  const failures = outcomes.before.red + outcomes.after.red;
  return applying([
    ...(conflicting.other + conflicting.expected > 0
      ? [
          `${a} and ${b} state the same version and return different values. They cannot both be copies of one memory.`,
        ]
      : differing > otherVerdict
        ? ['A difference alone does not show which side is right.']
        : []),
    (otherVerdict > 0 || (same > 0 && differing + notCompared > 0)) &&
      `${countOf(same + otherVerdict, 'key has', 'keys have')} the same value on both sides.${otherVerdict === 0 ? '' : ` For ${same === 0 ? 'all' : countWords(otherVerdict)} of them, the proofs of one side show more than those of the other.`}`,
    notCompared > 0 && openWords,
    failures > 0 &&
      `${countOf(failures, 'reading')} failed verification, so do not rely on ${failures === 1 ? 'it' : 'them'}.`,
  ]);
}

function partialWords(side: 'before' | 'after', sides: ComparedSides): string {
  const audit =
    sides === null
      ? side === 'before'
        ? 'The earlier audit'
        : 'The later audit'
      : `The audit of ${quoteText(sides[side].name)}`;
  return `${audit} did not read all of its keys, so the comparison is not complete.`;
}

/** What a comparison of two connections does not cover, one sentence each. */
export function comparisonLimits(
  {
    kinds,
    comparesLeaves,
    withoutVersion,
    unasked,
  }: Pick<AuditComparison, 'kinds' | 'comparesLeaves' | 'withoutVersion' | 'unasked'>,
  sides: NonNullable<ComparedSides>,
): readonly string[] {
  const lists = ({ name, isSnapshot }: ComparedSide): string =>
    isSnapshot
      ? `${quoteText(name)} is a snapshot, which lists all of its atoms.`
      : `${quoteText(name)} is a service, which cannot list its atoms. It may contain keys that are not known here.`;
  const withoutValue = kinds['value-not-compared'];
  const valueless = withoutValue.expected + withoutValue.other;
  return applying([
    'Only the keys of the two audits were compared.',
    lists(sides.before),
    lists(sides.after),
    'The two sides were not read at the same moment. A write in between shows as a difference.',
    !comparesLeaves &&
      'Leaf hashes were not compared, because the two sides are not known to have the same leaf rules.',
    valueless > 0 && `${countOf(valueless, 'key')}: value not compared, because a side did not include it.`,
    withoutVersion > 0 &&
      `${countOf(withoutVersion, 'key')}: version not compared, because a side states none.`,
    unasked > 0 && `${countOf(unasked, 'atom')} returned without being requested, and not compared.`,
  ]);
}

/** The name of an audit that was started to compare its connection with another one. */
export function comparedAuditName(other: string): string {
  return `Comparison with ${visibleLine(other)}`;
}

/** What the leaves of two audits show about a tree that should only grow. `of`: whose audits they are. */
export function leafComparisonWords(
  { compared, rewritten, ranges, rangeCount }: LeafComparison,
  of: AuditComparison['of'] = 'times',
  hasShrunk = false,
): string {
  if (compared === 0) return 'No leaf index was proven in both audits, so their trees cannot be compared.';
  if (rewritten === 0)
    return `At ${countOf(compared, 'leaf index', 'leaf indexes')} that both audits proved, the leaves are the same${hasShrunk ? '' : ', as in a tree that only grows'}.`;
  const named = ranges.map(({ start, end }) => {
    const last = String(BigInt(end) - 1n);
    return start === last ? countWords(start) : `${countWords(start)} to ${countWords(last)}`;
  });
  return `At ${countWords(rewritten)} of ${countOf(compared, 'leaf index', 'leaf indexes')} that both audits proved, the leaf differs: ${listFirst(named, 5, rangeCount)}. ${of === 'times' ? 'In a tree that only grows, this means that the leaves were rewritten.' : 'If both are one memory, whose tree only grows, these leaves were rewritten.'}`;
}

/** Each finding about the trees of two audits as sentences; empty where there is none. */
export function treeComparisonWords({
  shrank,
  otherSizes,
  otherRoots,
}: TreeComparison): Readonly<Record<keyof TreeComparison, string>> {
  return {
    shrank:
      shrank === null
        ? ''
        : `The earlier audit read a tree of ${countOf(shrank.before, 'leaf', 'leaves')}, and this one a tree of ${countOf(shrank.after, 'leaf', 'leaves')}. A tree never shrinks.`,
    otherSizes:
      otherSizes === 0
        ? ''
        : `${countOf(otherSizes, 'root has', 'roots have')} another tree size than in the earlier audit. One root cannot have two sizes.`,
    otherRoots:
      otherRoots === 0
        ? ''
        : `${countOf(otherRoots, 'root differs', 'roots differ')} from the earlier audit for a tree of the same size. The service changed an atom in place, or shows two trees.`,
  };
}
