import type { AtomReading } from '#shared/domain/atom.ts';
import type { AtomToStore, ConflictingAtom, SizeKnowledge } from '#shared/domain/store.ts';
import type { ValueChange } from './replaceInValues.ts';

/** What to know about a new value before it is sent. The first four block the batch until the value is skipped or allowed. */
export type ChangeConcern =
  | 'half-character'
  | 'sensitive'
  | 'too-large'
  /** The replacement turned it into invalid JSON. */
  | 'broken-json'
  /** The proof of the atom failed: skipped until the user includes it. */
  | 'red'
  | 'larger-than-accepted';

export interface ChangeRow {
  readonly reading: AtomReading;
  readonly change: ValueChange;
  readonly isIncluded: boolean;
  readonly concerns: readonly ChangeConcern[];
}

/** The concerns that the user allows. */
export interface Overrides {
  readonly sensitive: boolean;
  readonly tooLarge: boolean;
  readonly brokenJson: boolean;
}

/**
 * The atoms that change, in the order in which they were read.
 *
 * @param choices which atoms the user included or skipped. Default: included, unless the proof failed.
 */
export function previewRows(
  atoms: readonly AtomReading[],
  changes: readonly ValueChange[],
  choices: ReadonlyMap<string, boolean>,
  sizes: SizeKnowledge | null,
): readonly ChangeRow[] {
  return changes.flatMap((change) => {
    const reading = atoms[change.index];
    if (reading === undefined) return [];
    const isRed = reading.verdict.status === 'red';
    return [
      {
        reading,
        change,
        isIncluded: choices.get(reading.key) ?? !isRed,
        concerns: [
          ...(change.hasHalf ? (['half-character'] as const) : []),
          ...(change.sensitive === null ? [] : (['sensitive'] as const)),
          ...sizeConcerns(change.bytes, sizes),
          ...(change.breaksJson ? (['broken-json'] as const) : []),
          ...(isRed ? (['red'] as const) : []),
        ],
      },
    ];
  });
}

function sizeConcerns(bytes: number, sizes: SizeKnowledge | null): readonly ChangeConcern[] {
  const { smallestRefused = null, largestAccepted = null } = sizes ?? {};
  if (smallestRefused !== null && bytes >= smallestRefused) return ['too-large'];
  return largestAccepted !== null && bytes > largestAccepted ? ['larger-than-accepted'] : [];
}

export interface PreviewTotals {
  readonly changed: number;
  readonly included: number;
  /** In the included values. */
  readonly replacements: number;
  /** Size of the included new values in UTF-8. */
  readonly bytes: number;
  /** Included values with the concern. */
  readonly halfCharacters: number;
  readonly sensitive: number;
  readonly tooLarge: number;
  readonly brokenJson: number;
}

export function totalsOf(rows: readonly ChangeRow[]): PreviewTotals {
  const included = rows.filter(({ isIncluded }) => isIncluded);
  const withConcern = (concern: ChangeConcern): number =>
    included.filter(({ concerns }) => concerns.includes(concern)).length;
  return {
    changed: rows.length,
    included: included.length,
    replacements: included.reduce((sum, { change }) => sum + change.count, 0),
    bytes: included.reduce((sum, { change }) => sum + change.bytes, 0),
    halfCharacters: withConcern('half-character'),
    sensitive: withConcern('sensitive'),
    tooLarge: withConcern('too-large'),
    brokenJson: withConcern('broken-json'),
  };
}

/** Whether nothing blocks the batch. */
export function canBeStored(totals: PreviewTotals, overrides: Overrides): boolean {
  return (
    totals.included > 0 &&
    totals.halfCharacters === 0 &&
    (totals.sensitive === 0 || overrides.sensitive) &&
    (totals.tooLarge === 0 || overrides.tooLarge) &&
    (totals.brokenJson === 0 || overrides.brokenJson)
  );
}

/** What to send: each atom, provided that it is still as it was read. */
export function atomsToStore(rows: readonly ChangeRow[]): readonly AtomToStore[] {
  return rows
    .filter(({ isIncluded }) => isIncluded)
    .map(({ reading: { key, value, version }, change }) => ({
      key,
      value: change.value,
      precondition: { kind: 'as-read', version, value },
    }));
}

/** After atoms were included: concerns that they bring have to be allowed again. */
export function overridesAfter(overrides: Overrides, putIn: readonly ChangeRow[]): Overrides {
  const brings = (concern: ChangeConcern): boolean =>
    putIn.some(({ isIncluded, concerns }) => !isIncluded && concerns.includes(concern));
  return {
    sensitive: overrides.sensitive && !brings('sensitive'),
    tooLarge: overrides.tooLarge && !brings('too-large'),
    brokenJson: overrides.brokenJson && !brings('broken-json'),
  };
}

/** The choices that still apply after atoms changed: including one meant its earlier value. */
export function choicesAfterConflict(
  choices: ReadonlyMap<string, boolean>,
  conflicts: readonly ConflictingAtom[],
): ReadonlyMap<string, boolean> {
  const keys = new Set(conflicts.map(({ key }) => key));
  return new Map([...choices].filter(([key, isIncluded]) => !isIncluded || !keys.has(key)));
}

/** The atoms with their current versions; without those that the service no longer returns. */
export function withConflicts(
  atoms: readonly AtomReading[],
  conflicts: readonly ConflictingAtom[],
): { readonly atoms: readonly AtomReading[]; readonly missing: readonly string[] } {
  const now = new Map(conflicts.map((one) => [one.key, one.now]));
  return {
    atoms: atoms
      .map((atom) => (now.has(atom.key) ? (now.get(atom.key) ?? null) : atom))
      .filter((atom) => atom !== null),
    missing: conflicts.filter((one) => one.now === null).map(({ key }) => key),
  };
}
