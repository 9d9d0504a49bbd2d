import type { AtomReading } from '#shared/domain/atom.ts';
import {
  mostDifferences,
  type ComparedConnection,
  type ComparedSide,
  type ComparisonProgress,
  type DifferenceKind,
  type KeyDifference,
  type KeyOutcome,
} from '#shared/domain/comparison.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { parseProof } from '#shared/merkle/parseProof.ts';
import { isWorse } from '#shared/merkle/verdict.ts';
import type { BatchOutcome } from '../jobs/readInBatches.ts';

/** What one side returned for a key; `reading` null: no single atom. */
interface SideOfKey {
  readonly side: ComparedSide;
  readonly reading: AtomReading | null;
}

/** What each key of a batch is on one side. Copies of an atom that agree count as one, with the worst verdict. */
function sidesOf(outcomes: readonly BatchOutcome[]): ReadonlyMap<string, SideOfKey> {
  const sides = new Map<string, SideOfKey>();
  for (const { keys, reading, areUnsendable } of outcomes) {
    if (reading === null) {
      const kind = areUnsendable ? 'unsendable' : 'refused';
      for (const key of keys) sides.set(key, { side: { kind }, reading: null });
      continue;
    }
    const denied = new Set(
      reading.denials.filter(({ denial }) => denial.kind === 'contradiction').map(({ key }) => key),
    );
    for (const key of keys)
      sides.set(key, { side: { kind: 'missing', isDenied: denied.has(key) }, reading: null });
    const asked = new Set(keys);
    for (const atom of reading.atoms) {
      if (!asked.has(atom.key)) continue;
      const before = sides.get(atom.key);
      sides.set(atom.key, before === undefined ? sideOf(atom) : together(before, atom));
    }
  }
  return sides;
}

function sideOf(reading: AtomReading): SideOfKey {
  return { side: { kind: 'atom', version: reading.version, verdict: reading.verdict.status }, reading };
}

function together(before: SideOfKey, atom: AtomReading): SideOfKey {
  if (before.side.kind === 'missing') return sideOf(atom);
  const { reading } = before;
  const agrees =
    reading !== null &&
    reading.value === atom.value &&
    reading.version === atom.version &&
    leafOf(reading) === leafOf(atom);
  if (!agrees) return { side: { kind: 'repeated' }, reading: null };
  return isWorse(atom.verdict.status, reading.verdict.status) ? sideOf(atom) : before;
}

/** In lowercase hex; null if there is no proof that can be read. */
function leafOf({ proof }: AtomReading): string | null {
  const parsed = parseProof(proof);
  return parsed.ok ? toHex(parsed.proof.leafHash) : null;
}

interface KeyComparison {
  readonly outcome: KeyOutcome;
  readonly kinds: readonly DifferenceKind[];
  readonly notCompared: readonly ('value' | 'version' | 'leaf')[];
}

/**
 * Compares what two sides returned for one key. Values are compared as the texts that they are, which is stricter than their
 * hashes.
 *
 * @param comparesLeaves whether both sides make their leaves by the same rules; otherwise they differ for any atom
 */
function compareSides(a: SideOfKey, b: SideOfKey, comparesLeaves: boolean): KeyComparison {
  const alone = (
    outcome: Exclude<KeyOutcome, 'same' | 'other-verdict' | 'value-not-compared' | 'different'>,
  ) => ({ outcome, kinds: [outcome], notCompared: [] }) as const;
  if (isUnread(a.side) || isUnread(b.side)) return alone('not-compared');
  if (a.reading === null) return alone(b.reading === null ? 'not-in-either' : 'only-in-b');
  if (b.reading === null) return alone('only-in-a');
  const one = a.reading;
  const other = b.reading;

  const kinds: DifferenceKind[] = [];
  const notCompared: ('value' | 'version' | 'leaf')[] = [];
  const haveVersions = one.version !== null && other.version !== null;
  if (!haveVersions) notCompared.push('version');
  if (lacksValue(one) || lacksValue(other)) notCompared.push('value');
  else if (one.value !== other.value)
    kinds.push(haveVersions && one.version === other.version ? 'other-value-same-version' : 'value');
  if (haveVersions && one.version !== other.version) kinds.push('version');
  const leaves = [leafOf(one), leafOf(other)] as const;
  if (!comparesLeaves || leaves[0] === null || leaves[1] === null) notCompared.push('leaf');
  else if (leaves[0] !== leaves[1]) kinds.push('leaf');
  const isContentSame = kinds.length === 0;
  if (one.verdict.status !== other.verdict.status) kinds.push('verdict');

  const outcome = !isContentSame
    ? 'different'
    : notCompared.includes('value')
      ? 'value-not-compared'
      : kinds.length > 0
        ? 'other-verdict'
        : 'same';
  return { outcome, kinds, notCompared };
}

function isUnread({ kind }: ComparedSide): boolean {
  return kind === 'refused' || kind === 'unsendable' || kind === 'repeated';
}

function lacksValue({ anomalies = [] }: AtomReading): boolean {
  return anomalies.some(({ kind }) => kind === 'value-not-included');
}

/** The differences of a comparison, with room for those in content before those in the verdict alone. */
export interface DifferenceList {
  readonly add: (difference: KeyDifference) => void;
  readonly all: () => readonly KeyDifference[];
}

export function createDifferenceList(most = mostDifferences): DifferenceList {
  const inContent: KeyDifference[] = [];
  const inVerdict: KeyDifference[] = [];
  return {
    add: (difference) => {
      const list = difference.kinds.every((kind) => kind === 'verdict') ? inVerdict : inContent;
      if (list.length < most) list.push(difference);
    },
    all: () => [...inContent, ...inVerdict].slice(0, most),
  };
}

/** The progress after a batch that both sides were asked for. Differences go to `list`. */
export function withComparedBatch(
  progress: ComparisonProgress,
  keys: readonly string[],
  answers: { readonly a: readonly BatchOutcome[]; readonly b: readonly BatchOutcome[] },
  comparesLeaves: boolean,
  list: Pick<DifferenceList, 'add'>,
): ComparisonProgress {
  const outcomes = { ...progress.outcomes };
  const kinds = { ...progress.kinds };
  const fieldsNotCompared = { ...progress.fieldsNotCompared };
  let { differenceCount } = progress;
  const sides = { a: sidesOf(answers.a), b: sidesOf(answers.b) };
  for (const key of keys) {
    const a = sides.a.get(key) ?? unread;
    const b = sides.b.get(key) ?? unread;
    const compared = compareSides(a, b, comparesLeaves);
    outcomes[compared.outcome] += 1;
    for (const kind of compared.kinds) kinds[kind] += 1;
    for (const field of compared.notCompared) fieldsNotCompared[field] += 1;
    if (compared.kinds.length === 0) continue;
    differenceCount += 1;
    list.add({ key, kinds: compared.kinds, a: a.side, b: b.side });
  }
  return {
    ...progress,
    done: progress.done + keys.length,
    outcomes,
    kinds,
    fieldsNotCompared,
    differenceCount,
    a: withSide(progress.a, sides.a, answers.a),
    b: withSide(progress.b, sides.b, answers.b),
  };
}

const unread: SideOfKey = { side: { kind: 'refused' }, reading: null };

function withSide(
  connection: ComparedConnection,
  sides: ReadonlyMap<string, SideOfKey>,
  outcomes: readonly BatchOutcome[],
): ComparedConnection {
  const verdicts = { ...connection.verdicts };
  for (const { side } of sides.values()) {
    if (side.kind === 'atom') verdicts[side.verdict] += 1;
    else if (side.kind === 'missing' && side.isDenied) verdicts.red += 1;
  }
  const unasked = outcomes.reduce((count, { reading }) => count + (reading?.unasked.length ?? 0), 0);
  return { ...connection, verdicts, unasked: connection.unasked + unasked };
}
