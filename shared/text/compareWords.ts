import type {
  ComparedSide,
  ComparisonProgress,
  DifferenceKind,
  KeyDifference,
  KeyOutcome,
} from '../domain/comparison.ts';
import type { JobState } from '../domain/job.ts';
import { csvText } from './csvText.ts';
import { countOf, quoteText } from './phrases.ts';
import { countWords } from './sizes.ts';
import { verdictNames } from './verdictNames.ts';

export interface ComparedNames {
  readonly a: string;
  readonly b: string;
}

/** What a whole comparison shows, and how it looks. Only a finished one can find that nothing differs. */
export interface ComparisonResult {
  readonly look: 'same' | 'open' | 'different' | 'danger';
  readonly title: string;
  readonly words: string;
}

export function comparisonResult(
  state: JobState,
  progress: ComparisonProgress,
  names: ComparedNames,
): ComparisonResult {
  const { total, done, outcomes, kinds, a, b } = progress;
  const inContent = outcomes.different + outcomes['only-in-a'] + outcomes['only-in-b'];
  const open = outcomes['value-not-compared'] + outcomes['not-compared'] + outcomes['not-in-either'];
  const isDone = state.kind === 'done' && total === done;
  const limit = isDone
    ? ''
    : ` The comparison is not complete: ${total === null ? 'nothing' : `${countWords(done)} of ${countOf(total, 'key')}`} compared so far.`;

  const conflicting = kinds['other-value-same-version'];
  if (conflicting > 0)
    return {
      look: 'danger',
      title: `${countOf(conflicting, 'key')} with the same version but different values`,
      words: `${quoteText(names.a)} and ${quoteText(names.b)} state the same version and return different values. They cannot both be copies of one memory.${limit}`,
    };
  const failed = a.verdicts.red + b.verdicts.red;
  const failedWords =
    failed === 0 ? '' : ` ${countOf(failed, 'reading')} failed the proof check, so do not rely on them.`;
  if (inContent > 0)
    return {
      look: failed > 0 ? 'danger' : 'different',
      title: `${countOf(inContent, 'key')} ${inContent === 1 ? 'differs' : 'differ'}`,
      words: `A difference alone does not show which side is right.${failedWords}${limit}`,
    };
  if (!isDone)
    return {
      look: failed > 0 ? 'danger' : 'open',
      title: isOver(state) ? 'Comparison incomplete' : 'No difference in values or versions so far',
      words: `${failedWords}${limit}`.trim(),
    };
  if (total === 0)
    return {
      look: 'open',
      title: 'Nothing to compare',
      words: 'Neither connection has known keys. Discover or import keys first.',
    };
  if (open > 0)
    return {
      look: failed > 0 ? 'danger' : 'open',
      title: `No difference found, but ${countOf(open, 'key')} could not be compared in full`,
      words: `This does not show that these keys are the same.${failedWords}`,
    };
  const verdicts = outcomes['other-verdict'];
  const verdictWords =
    verdicts === 0
      ? ''
      : ` For ${countOf(verdicts, 'key')}, the proofs of one side show more than those of the other.`;
  return {
    look: failed > 0 ? 'danger' : 'same',
    title: `${countOf(done, 'key')}: same values`,
    words: `Both returned the same value for each known key.${verdictWords}${failedWords}`,
  };
}

function isOver({ kind }: JobState): boolean {
  return kind === 'done' || kind === 'cancelled' || kind === 'failed';
}

const stateWords: Readonly<Record<JobState['kind'], string>> = {
  running: 'Comparing',
  waiting: 'Comparing',
  paused: 'Comparison paused',
  done: 'Compared',
  cancelled: 'Comparison canceled',
  failed: 'Comparison failed',
};

export function comparisonJobWords(
  state: JobState,
  { done, total }: ComparisonProgress,
  other: string,
): string {
  const count = total === null ? '' : `: ${countWords(done)} of ${countOf(total, 'key')}`;
  return `${stateWords[state.kind]} with ${quoteText(other)}${count}`;
}

export function outcomeLabel(outcome: KeyOutcome, names: ComparedNames): string {
  switch (outcome) {
    case 'same':
      return 'Same value';
    case 'other-verdict':
      return 'Same value, different verdict';
    case 'value-not-compared':
      return 'Value not compared';
    case 'different':
      return 'Different';
    case 'only-in-a':
    case 'only-in-b':
    case 'not-in-either':
    case 'not-compared':
      return differenceLabel(outcome, names);
  }
}

export function differenceLabel(kind: DifferenceKind, names: ComparedNames): string {
  switch (kind) {
    case 'other-value-same-version':
      return 'Same version, different value';
    case 'value':
      return 'Different value';
    case 'version':
      return 'Different version';
    case 'leaf':
      return 'Different leaf hash';
    case 'only-in-a':
      return `Only in ${quoteText(names.a)}`;
    case 'only-in-b':
      return `Only in ${quoteText(names.b)}`;
    case 'verdict':
      return 'Different verdict';
    case 'not-compared':
      return 'Could not be read';
    case 'not-in-either':
      return 'Not returned by either';
  }
}

/** All differences of one key: `Different value, different version`. */
export function differenceWords({ kinds }: KeyDifference, names: ComparedNames): string {
  return kinds
    .map((kind, at) => {
      const label = differenceLabel(kind, names);
      return at === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1);
    })
    .join(', ');
}

export function sideWords(side: ComparedSide): string {
  switch (side.kind) {
    case 'atom':
      return `${verdictNames[side.verdict]}${side.version === null ? '' : `, version ${side.version}`}`;
    case 'missing':
      return side.isDenied ? 'Not returned, although proven under the same root' : 'Not returned';
    case 'refused':
      return 'Refused';
    case 'unsendable':
      return 'Cannot be sent';
    case 'repeated':
      return 'Returned more than once, with differences';
  }
}

/** What a comparison does not cover, one sentence each. */
export function comparisonLimits(progress: ComparisonProgress, names: ComparedNames): readonly string[] {
  const { a, b, fieldsNotCompared: lacking } = progress;
  const lists = (name: string, listsAll: boolean): string =>
    listsAll
      ? `${quoteText(name)} is a snapshot, which lists all of its atoms.`
      : `${quoteText(name)} is a service, which cannot list its atoms. It may contain keys that are not known here.`;
  const lines = [
    'Only keys that at least one of the two connections knows were compared.',
    lists(names.a, a.listsAll),
    lists(names.b, b.listsAll),
    'The two sides are read one after the other. A write in between shows as a difference.',
  ];
  if (lacking.value > 0)
    lines.push(
      `${countOf(lacking.value, 'key')}: value not compared, because a snapshot does not include it.`,
    );
  if (lacking.version > 0)
    lines.push(`${countOf(lacking.version, 'key')}: version not compared, because one side states none.`);
  if (lacking.leaf > 0)
    lines.push(
      `${countOf(lacking.leaf, 'key')}: leaf hash not compared, because the leaf rules are not known to be the same, or one side has no readable proof.`,
    );
  if (a.unasked + b.unasked > 0)
    lines.push(
      `${countOf(a.unasked + b.unasked, 'atom')} returned without being requested, and not compared.`,
    );
  return lines;
}

export function differencesAsCsv(differences: readonly KeyDifference[]): string {
  return csvText(
    ['key', 'differences', 'side_a', 'version_a', 'verdict_a', 'side_b', 'version_b', 'verdict_b'],
    differences.map(({ key, kinds, a, b }) => [key, kinds.join(' '), ...sideCells(a), ...sideCells(b)]),
  );
}

function sideCells(side: ComparedSide) {
  return side.kind === 'atom'
    ? [side.kind, side.version, side.verdict]
    : [side.kind === 'missing' && side.isDenied ? 'denied' : side.kind, null, null];
}

/** With the counts of everything, and whether the comparison was complete. Times in ISO 8601. */
export function differencesAsJson(options: {
  readonly state: JobState;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly progress: ComparisonProgress;
  readonly names: ComparedNames;
  readonly differences: readonly KeyDifference[];
}): string {
  const { state, startedAt, endedAt, progress, names, differences } = options;
  const { a, b, otherId: _, ...counts } = progress;
  const comparison = {
    format: 'atom-explorer-comparison',
    version: 1,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    state: state.kind,
    isComplete: state.kind === 'done' && progress.total === progress.done,
    a: { name: names.a, ...a },
    b: { name: names.b, ...b },
    ...counts,
    limits: comparisonLimits(progress, names),
    differences,
  };
  return `${JSON.stringify(comparison, null, 2)}\n`;
}
