import type { PinSigner } from '#shared/domain/pin.ts';
import type { ImportedAtom } from '#shared/merkle/importProofs.ts';
import { hasRules } from '#shared/merkle/pin.ts';
import { claimedRoot } from '#shared/merkle/proofReading.ts';
import { describeLeafScheme, describePathScheme } from '#shared/merkle/registry.ts';
import type { ExpectedRoot } from '#shared/merkle/rootVouching.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { verdictStatuses, type Verdict, type VerdictStatus } from '#shared/merkle/verdict.ts';
import { countOf, listWords, quoteText } from '#shared/text/phrases.ts';
import { schemeWords } from '#shared/text/schemeWords.ts';
import { verdictRecord } from '#shared/text/verdictRecord.ts';
import { verdictWords, verificationLimits } from '#shared/text/verdictWords.ts';

/** A checkpoint that was given on the command line. */
export interface GivenCheckpoint {
  readonly file: string;
  readonly origin: string;
  readonly signer: PinSigner;
  readonly expected: ExpectedRoot;
}

/** What a run of `verify` found. */
export interface VerifyReport {
  readonly items: readonly ImportedAtom[];
  readonly pin: SchemePin | null;
  /** One for each item, in their order. */
  readonly verdicts: readonly Verdict[];
  /** The parts of the scheme that were given on the command line. */
  readonly given: readonly string[];
  /** The roots that were given. */
  readonly expected: readonly ExpectedRoot[];
  readonly checkpoints: readonly GivenCheckpoint[];
  /** Decimal; null if none was given. */
  readonly treeSize: string | null;
}

/** The report for programs. Text in `why`, `title`, and `problems` may change; everything else is stable. */
export function verifyReportJson({
  items,
  pin,
  verdicts,
  given,
  expected,
  checkpoints,
  treeSize,
}: VerifyReport) {
  return {
    scheme: {
      source: sourceOf(pin, given),
      given,
      /** Number of proofs that the inferred parts are based on. */
      samples: pin?.samples ?? 0,
      path: (pin?.path ?? []).map(describePathScheme),
      leaf: (pin?.leaf ?? []).map(describeLeafScheme),
    },
    root: {
      expected: expected.map(({ rootHash }) => rootHash),
      treeSize,
      checkpoints: checkpoints.map(({ file, origin, signer, expected: { rootHash, treeSize: size } }) => ({
        file,
        origin,
        signer: signer.name,
        isVerified: signer.isVerified,
        root: rootHash,
        treeSize: String(size),
      })),
    },
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
    totals: Object.fromEntries(verdictStatuses.map((status) => [status, count(verdicts, status)])),
  };
}

function sourceOf(pin: SchemePin | null, given: readonly string[]) {
  if (!hasRules(pin)) return 'none';
  if (pin.origin !== 'inferred') return 'given';
  return given.length === 0 ? 'inferred' : 'partly-given';
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
  pin,
  verdicts,
  given,
  expected,
  checkpoints,
}: VerifyReport): string {
  const blocks = verdicts.map((verdict, at) => {
    const { title, summary, checks, grounds } = verdictWords(verdict);
    const lines = checks.map(({ label, statusWord, words }) => `    ${label}: ${statusWord}. ${words}`);
    const problems = (items[at]?.problems ?? []).map((problem) => `    Note: ${problem}.`);
    return [
      `${marks[verdict.status]} ${nameOf(items[at], at)}: ${title}`,
      `    ${summary}`,
      ...problems,
      ...lines,
      ...grounds.map((line) => `    Not given: ${line}`),
    ].join('\n');
  });
  const { covers, path, leaf, open } = schemeWords(pin);
  const shown = (rules: readonly { readonly id: string }[]) =>
    rules.length > 4
      ? [...rules.slice(0, 3).map(({ id }) => id), `and ${rules.length - 3} more`]
      : rules.map(({ id }) => id);
  const scheme = [
    `Hashing rules: ${originWords(pin, given)} ${covers}`,
    ...[...shown(path), ...shown(leaf), ...open].map((line) => `    ${line}`),
  ].join('\n');
  const limits = [
    'What an inclusion proof cannot show:',
    ...verificationLimits.map((limit) => `    ${limit}`),
  ].join('\n');
  const noRoot =
    expected.length === 0 && verdicts.some(({ status }) => status !== 'red')
      ? [
          'No root was given, so nothing here counts as verified. Pass --root with a root from a source that you trust.',
        ]
      : [];
  const signed = checkpoints.map(
    ({ file, origin, signer }) =>
      `Checkpoint ${quoteText(file)} of ${quoteText(origin)}, signed by ${quoteText(signer.name)}: ${
        signer.isVerified
          ? 'the signature was verified.'
          : 'the signature was not checked. Pass --verifier-key with the key of its signer.'
      }`,
  );
  return [...blocks, scheme, limits, ...signed, ...noRoot, totalWords(verdicts)].join('\n\n');
}

function nameOf(item: ImportedAtom | undefined, at: number): string {
  const key = item?.atom.key ?? null;
  return key === null ? `proof ${at + 1}` : quoteText(key);
}

/** Where the rules come from. The window's text cannot be used because it mentions a connection. */
function originWords(pin: SchemePin | null, given: readonly string[]): string {
  if (!hasRules(pin))
    return 'No known hashing rules fit these proofs, so paths and contents could not be checked.';
  if (pin.origin === 'chosen') return 'as given with --scheme.';
  if (pin.samples === 0)
    return `${listWords(given)} as given with --scheme. No proof fits, so the rest could not be inferred.`;
  const found = `inferred from ${countOf(pin.samples, 'proof')}, which is weaker than a specification`;
  return given.length === 0 ? `${found}.` : `${listWords(given)} as given with --scheme; the rest ${found}.`;
}

function totalWords(verdicts: readonly Verdict[]): string {
  const counted = verdictStatuses.map((status) => `${count(verdicts, status)} ${totals[status]}`);
  return `${countOf(verdicts.length, 'verdict')}: ${counted.join(', ')}.`;
}

function count(verdicts: readonly Verdict[], status: VerdictStatus): number {
  return verdicts.filter((verdict) => verdict.status === status).length;
}
