import type { DeniedKey, ImportedAtom } from '#shared/merkle/importProofs.ts';
import { hasRules } from '#shared/merkle/pin.ts';
import { claimedRoot } from '#shared/merkle/proofReading.ts';
import { describeLeafScheme, describePathScheme } from '#shared/merkle/registry.ts';
import { schemeParts } from '#shared/merkle/schemeText.ts';
import type { GivenRoot } from '#shared/merkle/verifyImport.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { verdictStatuses, type Verdict, type VerdictStatus } from '#shared/merkle/verdict.ts';
import { countOf, listWords, quoteText } from '#shared/text/phrases.ts';
import { schemeWords } from '#shared/text/schemeWords.ts';
import { groundRecords, verdictRecord } from '#shared/text/verdictRecord.ts';
import { groundsWords } from '#shared/text/groundWords.ts';
import { verdictWords, verificationLimits } from '#shared/text/verdictWords.ts';
import type { RulesSource } from '../rules/givenRules.ts';
import type { GivenCheckpoint } from './givenCheckpoints.ts';

/** What a run of `verify` found. */
export interface VerifyReport {
  readonly items: readonly ImportedAtom[];
  readonly denied: readonly DeniedKey[];
  readonly pin: SchemePin | null;
  /** One for each item, in their order. */
  readonly verdicts: readonly Verdict[];
  readonly rulesSource: RulesSource;
  /** The roots that were given. */
  readonly expected: readonly GivenRoot[];
  readonly checkpoints: readonly GivenCheckpoint[];
  /** Decimal; null if none was given. */
  readonly treeSize: string | null;
}

/** The report for programs. Text in `why`, `title`, and `problems` may change; everything else is stable. */
export function verifyReportJson({
  items,
  denied,
  pin,
  verdicts,
  rulesSource,
  expected,
  checkpoints,
  treeSize,
}: VerifyReport) {
  return {
    scheme: {
      source: sourceOf(pin, rulesSource),
      given: rulesSource.kind === 'scheme' ? rulesSource.parts : [],
      /** The connection that the rules were pinned for. */
      connection: pin?.pinnedFor ?? null,
      /** Number of proofs that the inferred parts are based on. */
      samples: pin?.samples ?? 0,
      path: (pin?.path ?? []).map(describePathScheme),
      leaf: (pin?.leaf ?? []).map(describeLeafScheme),
    },
    root: {
      expected: expected.map(({ rootHash }) => rootHash),
      treeSize,
      checkpoints: checkpoints.map(
        ({ file, origin, signer, root: { rootHash, treeSize: size, ground } }) => ({
          file,
          origin,
          signer: signer.name,
          isVerified: signer.isVerified,
          isTrusted: ground.kind === 'given',
          root: rootHash,
          treeSize: String(size),
        }),
      ),
    },
    /** What some verdict does without. */
    grounds: groundRecords(openGroundsOf(verdicts)),
    verdicts: verdicts.map((verdict, at) => {
      const item = items[at];
      return {
        at: item?.at ?? '',
        key: item?.atom.key ?? null,
        ...verdictRecord(verdict),
        root: item === undefined ? null : (claimedRoot(item.proof)?.rootHash ?? null),
        problems: item?.problems ?? [],
      };
    }),
    /** Keys that the file calls missing, which no proof shows. */
    denied,
    totals: Object.fromEntries(verdictStatuses.map((status) => [status, count(verdicts, status)])),
  };
}

function sourceOf(pin: SchemePin | null, source: RulesSource) {
  if (!hasRules(pin)) return 'none';
  if (source.kind === 'connection' || source.kind === 'file') return source.kind;
  if (pin.origin !== 'inferred') return 'given';
  return source.kind === 'none' ? 'inferred' : 'partly-given';
}

/** Each ground that some verdict does without, once. */
function openGroundsOf(verdicts: readonly Verdict[]): Verdict['open'] {
  const open = new Map(verdicts.flatMap((verdict) => verdict.open).map((one) => [JSON.stringify(one), one]));
  return [...open.values()];
}

const marks: Readonly<Record<VerdictStatus, string>> = {
  green: '[ok]',
  keyOnly: '[k-]',
  amber: '[??]',
  red: '[!!]',
};
const totals: Readonly<Record<VerdictStatus, string>> = {
  green: 'verified',
  keyOnly: 'key only',
  amber: 'could not be checked',
  red: 'failed',
};

/** The report for people. */
export function verifyReportText({
  items,
  denied,
  pin,
  verdicts,
  rulesSource,
  expected,
  checkpoints,
}: VerifyReport): string {
  const blocks = verdicts.map((verdict, at) => {
    const { title, summary, checks } = verdictWords(verdict);
    // The end of the report says once of all proofs that rules or roots were not given.
    const without = verdict.open.filter(
      ({ name, ground }) =>
        verdict.status === 'red' ||
        (ground.kind === 'unavailable' && ground.why !== 'from-the-claim') ||
        !(name === 'rules' || (name === 'root' && expected.length === 0)),
    );
    const grounds = groundsWords(without).filter((words) => !summary.includes(words));
    const lines = checks.map(({ label, statusWord, words }) => `    ${label}: ${statusWord}. ${words}`);
    const problems = (items[at]?.problems ?? []).map((problem) => `    Note: ${problem}.`);
    return [
      `${marks[verdict.status]} ${nameOf(items[at], at)}: ${title}`,
      ...(summary === '' ? [] : [`    ${summary}`]),
      ...problems,
      ...lines,
      ...grounds.map((line) => `    ${line}`),
    ].join('\n');
  });
  const { covers, path, leaf, open } = schemeWords(pin);
  const shown = (rules: readonly { readonly id: string }[]) =>
    rules.length > 4
      ? [...rules.slice(0, 3).map(({ id }) => id), `and ${rules.length - 3} more`]
      : rules.map(({ id }) => id);
  const scheme = [
    `Hashing rules: ${originWords(pin, rulesSource)} ${covers}`,
    ...[...shown(path), ...shown(leaf), ...open].map((line) => `    ${line}`),
  ].join('\n');
  const limits = [
    'What an inclusion proof cannot show:',
    ...verificationLimits.map((limit) => `    ${limit}`),
  ].join('\n');
  const isOpen = ({ status }: Verdict): boolean => status !== 'red';
  const noRoot =
    expected.length === 0 && verdicts.some(isOpen)
      ? [
          'Root: only this file states it, so it proves nothing. Add --root with a root from a source that you trust.',
        ]
      : [];
  const rulesOpen = verdicts.some(
    (verdict) => isOpen(verdict) && verdict.open.some(({ name }) => name === 'rules'),
  );
  const noRules = rulesOpen ? [noRulesWords(rulesSource)] : [];
  const signed = checkpoints.map(checkpointWords);
  const missing =
    denied.length === 0
      ? []
      : [
          `The file says that ${countOf(denied.length, 'key')} ${denied.length === 1 ? 'was' : 'were'} not found, which no proof shows: ${listWords(denied.slice(0, 10).map(({ key }) => quoteText(key)))}${denied.length > 10 ? ` and ${denied.length - 10} more` : ''}.`,
        ];
  return [...blocks, scheme, limits, ...missing, ...signed, ...noRules, ...noRoot, totalWords(verdicts)].join(
    '\n\n',
  );
}

function noRulesWords(source: RulesSource): string {
  if (source.kind === 'none')
    return 'Hashing rules: only this file states them, so they prove nothing. Add --connection, --state, --rules-from, or a full --scheme.';
  return source.kind === 'scheme'
    ? `Hashing rules: --scheme leaves ${listWords(openParts(source.parts))} open. This file supplied what is missing, so it proves nothing. Name all parts.`
    : 'Several rules are pinned, and only some of them fit these proofs. Which of them apply was inferred from this file, whose author may have chosen them. Read more atoms with this connection, which rules some of them out, or give --scheme with all parts.';
}

function openParts(given: readonly string[]): readonly string[] {
  return Object.keys(schemeParts).filter((name) => !given.includes(name));
}

function checkpointWords({ file, origin, signer, root: { ground } }: GivenCheckpoint): string {
  const result = !signer.isVerified
    ? 'the signature was not checked. Its root cannot be relied on: pass --verifier-key with the key of its signer.'
    : ground.kind === 'given'
      ? 'the signature was verified.'
      : `the signature was verified. Nothing says that this is the memory that you mean: if it is, pass --origin ${quoteText(origin)}.`;
  return `Checkpoint ${quoteText(file)} of ${quoteText(origin)}, signed by ${quoteText(signer.name)}: ${result}`;
}

function nameOf(item: ImportedAtom | undefined, at: number): string {
  const key = item?.atom.key ?? null;
  return key === null ? `proof ${at + 1}` : quoteText(key);
}

/** Where the rules come from. The window's text cannot be used because it mentions a connection. */
function originWords(pin: SchemePin | null, source: RulesSource): string {
  if (!hasRules(pin))
    return 'No known hashing rules fit these proofs, so paths and contents could not be checked.';
  switch (source.kind) {
    case 'connection':
      return `pinned for ${quoteText(source.name)}${source.state === null ? '' : ` in ${quoteText(source.state)}`}.`;
    case 'file':
      return `from ${quoteText(source.file)}, pinned for ${quoteText(source.connection)}.`;
    case 'none':
      return `${inferredWords(pin)}.`;
    case 'scheme':
      if (pin.origin === 'chosen') return 'as given with --scheme.';
      return pin.samples === 0
        ? `${listWords(source.parts)} as given with --scheme. No proof fits, so the rest could not be inferred.`
        : `${listWords(source.parts)} as given with --scheme; the rest ${inferredWords(pin)}.`;
  }
}

function inferredWords({ samples }: SchemePin): string {
  return samples === 0
    ? 'inferred from this file'
    : `inferred from ${countOf(samples, 'proof')} in this file, whose author may have chosen them`;
}

function totalWords(verdicts: readonly Verdict[]): string {
  const counted = verdictStatuses.map((status) => `${count(verdicts, status)} ${totals[status]}`);
  return `${countOf(verdicts.length, 'verdict')}: ${counted.join(', ')}.`;
}

function count(verdicts: readonly Verdict[], status: VerdictStatus): number {
  return verdicts.filter((verdict) => verdict.status === status).length;
}
