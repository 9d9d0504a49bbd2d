import { utf8ToBytes } from '@noble/hashes/utils.js';
import { given, noneByChoice } from '../grounds/grounds.ts';
import { mayShareLeaf, otherKeysInLeaf, type LeafClaim } from '../merkle/oneLeaf.ts';
import { readProof } from '../merkle/proofReading.ts';
import type { SchemePin } from '../merkle/scheme.ts';
import { checkSnapshots, type SnapshotFinding } from '../merkle/snapshot.ts';
import {
  isWorse,
  type CheckName,
  type CheckStatus,
  type Verdict,
  type VerdictStatus,
} from '../merkle/verdict.ts';
import { readingGrounds, verify } from '../merkle/verify.ts';
import { hasLoneSurrogate } from '../text/surrogates.ts';
import { verdictRecord, type CheckRecord, type VerdictRecord } from '../text/verdictRecord.ts';
import { plainText } from './carriedText.ts';
import type { EvidencePredicate, EvidenceRead, EvidenceScheme, EvidenceVerdict } from './statement.ts';
import { contradictingValues, type ContradictingValues } from './contradictingValues.ts';
import { sha256Hex } from './subjects.ts';
import { withUnrecordedLinks } from './unrecordedLinks.ts';

/**
 * Where the result of a check comes from: computed again from the bundle alone, or taken from the record, because
 * it rests on what only the signer knew (earlier responses, the root ledger, other atoms of the response, a value
 * that was left out).
 */
export type CheckBasis = 'recomputed' | 'recorded';

export interface ReadCheck {
  readonly name: CheckName;
  readonly status: CheckStatus;
  readonly basis: CheckBasis;
  /** As `verdictRecord` names it. */
  readonly code: string;
  readonly why: string;
  /** Of a failure that was computed again: the two values that should be the same. */
  readonly values: ContradictingValues | null;
}

/** Where a statement differs from what is computed again. `what`: a check, or the verdict as a whole. */
export interface ReadDifference {
  readonly what: CheckName | 'verdict' | 'value';
  readonly recorded: string;
  readonly recomputed: string;
}

/** What the verdict of the signer did without, as recorded. */
type RecordedGround = NonNullable<EvidenceVerdict['grounds']>[number];

export interface VerifiedRead {
  /** By what is in the bundle: never better than the recorded one, and amber where the value was left out. */
  readonly status: VerdictStatus;
  /** One per name, in the order of `checkNames`. */
  readonly checks: readonly ReadCheck[];
  /** What the verdict of the signer did without; empty if nothing was recorded. */
  readonly grounds: readonly RecordedGround[];
  /** Empty if the record matches. */
  readonly differences: readonly ReadDifference[];
}

/** Verifies every read by the hashing rules in the statement, and compares the results with the recorded verdicts. */
export function verifyReads({
  reads,
  schemes,
}: Pick<EvidencePredicate, 'reads' | 'schemes'>): readonly VerifiedRead[] {
  const pins = schemes.map(pinOf);
  const pinAt = (at: number | null): SchemePin | null => (at === null ? null : (pins[at] ?? null));
  const snapshots = snapshotsOf(reads, pinAt);
  const judge = (read: EvidenceRead, at: number, otherInLeaf: string | null): JudgedRead =>
    judgeRead(read, pinAt(read.scheme), snapshots[at] ?? { kind: 'single' }, otherInLeaf);
  const alone = reads.map((read, at) => judge(read, at, null));
  const others = otherKeysInLeaf(alone);
  return reads.map((read, at) => {
    const other = others[at] ?? null;
    const judged = other === null ? alone[at] : undefined;
    return compareRead(read, judged ?? judge(read, at, other));
  });
}

export function pinOf({ pinnedAt, ...scheme }: EvidenceScheme): SchemePin {
  return { ...scheme, pinnedAt: Date.parse(pinnedAt) };
}

/** Reads of one request at one time came in one response. */
function snapshotsOf(
  reads: readonly EvidenceRead[],
  pinAt: (at: number | null) => SchemePin | null,
): readonly SnapshotFinding[] {
  const byResponse = new Map<string, number[]>();
  for (const [at, { requestId, at: time }] of reads.entries()) {
    const name = `${time} ${requestId}`;
    const places = byResponse.get(name) ?? [];
    places.push(at);
    byResponse.set(name, places);
  }
  const findings: SnapshotFinding[] = [];
  for (const places of byResponse.values()) {
    const proofs = places.map((at) => reads[at]?.proof ?? null);
    const some = checkSnapshots(proofs, pinAt(reads[places[0] ?? 0]?.scheme ?? null));
    for (const [index, at] of places.entries()) findings[at] = some[index] ?? { kind: 'single' };
  }
  return findings;
}

interface JudgedRead extends LeafClaim {
  readonly verdict: Verdict;
  readonly areLinksRecorded: boolean;
}

/** By what is in the bundle alone. */
function judgeRead(
  read: EvidenceRead,
  recordedPin: SchemePin | null,
  snapshot: SnapshotFinding,
  otherInLeaf: string | null,
): JudgedRead {
  const { pin, areLinksRecorded } = withUnrecordedLinks(recordedPin, read.proof);
  const key = plainText(read.key);
  const atom = {
    key,
    value: valueOf(read),
    version: read.version,
    hash: read.hash === null ? null : plainText(read.hash),
  };
  const verdict = verify({
    atom,
    requestedKey: read.requestedKey === null ? null : plainText(read.requestedKey),
    proof: read.proof,
    pin,
    snapshot,
    root: null,
    grounds: signedGrounds,
    otherInLeaf,
  });
  const reading = mayShareLeaf(verdict, pin) ? readProof(read.proof, atom, pin) : null;
  return { key, chain: reading?.kind === 'read' ? reading.chain : null, verdict, areLinksRecorded };
}

function valueOf({ value }: EvidenceRead): string | null {
  return value === undefined ? null : plainText(value);
}

function compareRead(read: EvidenceRead, { verdict, areLinksRecorded }: JudgedRead): VerifiedRead {
  const value = valueOf(read);
  const own = verdictRecord(verdict);
  const recorded = asJudgedNow(read.verdict, own);
  const checks = verdict.checks.map(({ name, reason }) =>
    mergeCheck(name, own.checks[name], recorded.checks[name], contradictingValues(reason)),
  );
  const { grounds = [] } = recorded;
  const status = heldBack(statusOf(own, checks), grounds);
  const differences = [
    ...checks.flatMap(({ name }) =>
      isAsRecorded(name, own.checks[name], recorded.checks[name], value === null)
        ? []
        : [
            {
              what: name,
              recorded: recorded.checks[name].status,
              recomputed: own.checks[name].status,
            },
          ],
    ),
    ...verdictDifferences(recorded, status, value === null),
    ...valueDifferences(read, value),
  ];
  if (differences.length > 0) return { status: 'red', checks, grounds, differences };
  if (areLinksRecorded || status === 'red') return { status, checks, grounds, differences };
  return { status: 'amber', checks: checks.map(withoutLinks), grounds, differences };
}

/** Earlier versions let pass what is undecided now. Such a record is no contradiction, and shows no more than is known now. */
function asJudgedNow(recorded: EvidenceVerdict, own: VerdictRecord): EvidenceVerdict {
  const { content } = own.checks;
  const isStricter = content.code === 'atom-may-be-node' || content.code === 'boundary-open';
  if (!isStricter || recorded.checks.content.status === 'fail') return recorded;
  const status = recorded.status === 'red' ? 'red' : 'amber';
  const { code, why } = content;
  const undecided = { ...recorded.checks.content, status: 'undecided', code, why } as const;
  return { ...recorded, status, checks: { ...recorded.checks, content: undecided } };
}

/** A ground that the signer did not have can only make the verdict worse. */
function heldBack(status: VerdictStatus, grounds: readonly RecordedGround[]): VerdictStatus {
  return grounds.some(({ holdsBack }) => holdsBack) && isWorse('amber', status) ? 'amber' : status;
}

/** What the verdict on the bundle rests on is judged for the whole bundle. */
export const signedGrounds = readingGrounds({
  rules: given,
  pins: noneByChoice,
  ledger: noneByChoice,
  knownKeys: noneByChoice,
});

/** A path through several trees, by links that nobody recorded. */
function withoutLinks(check: ReadCheck): ReadCheck {
  return check.name === 'path'
    ? { ...check, status: 'undecided', code: 'links-not-recorded', why: linksNotRecordedWords }
    : check;
}

const linksNotRecordedWords =
  'The proof leads through several trees. The bundle does not record by which rule they are linked, as it was made by an older version of Atom Explorer, so what links them could be an ordinary atom.';

/** Failures that only the signer could see. */
const outsideKnowledge: Readonly<Partial<Record<CheckName, RegExp>>> = {
  wellFormed: /^tree-size-differs/,
  coherent: /^(?:incoherent\.(?:.*\+)?(?:memory|copies|leaf)(?:\+|$)|copy-unchecked)/,
};

/** Whether a check was recorded with a result that it cannot have had. */
function isAsRecorded(
  name: CheckName,
  own: CheckRecord,
  recorded: EvidenceVerdict['checks'][CheckName],
  valueLeftOut: boolean,
): boolean {
  if (own.status === recorded.status) return true;
  if (name === 'root') return true;
  // A response with more atoms than are in the bundle may have agreed or disagreed.
  if (name === 'snapshot') return own.status !== 'fail';
  if (name === 'content' && valueLeftOut) return own.status === 'undecided';
  // A pinned root gives a proof the tree size that it does not state.
  if (name === 'wellFormed' && own.code.startsWith('position-missing')) return recorded.status === 'pass';
  return own.status === 'pass' && outsideKnowledge[name]?.test(recorded.code) === true;
}

function mergeCheck(
  name: CheckName,
  own: CheckRecord,
  recorded: EvidenceVerdict['checks'][CheckName],
  values: ContradictingValues | null,
): ReadCheck {
  const isOutside =
    name === 'root' ||
    (own.status !== 'fail' && recorded.status === 'fail') ||
    (name === 'snapshot' && own.status === 'undecided') ||
    (name === 'coherent' && recorded.code === 'copy-unchecked' && own.status === 'pass');
  if (!isOutside) {
    const shown = own.status === 'fail' ? values : null;
    return { name, status: own.status, basis: 'recomputed', code: own.code, why: own.why, values: shown };
  }
  const { status, code, why } = recorded;
  return { name, status, basis: 'recorded', code, why, values: null };
}

function statusOf(own: VerdictRecord, checks: readonly ReadCheck[]): VerdictStatus {
  if (checks.some(({ status }) => status === 'fail')) return 'red';
  const isOpen = checks.some(
    ({ name, code, status }) =>
      code === 'root.unexplained' || (name === 'coherent' && status === 'undecided'),
  );
  return isOpen && own.status !== 'red' ? 'amber' : own.status;
}

/** The recorded verdict must follow from the recorded checks; without the value, it cannot be computed again. */
function verdictDifferences(
  recorded: EvidenceVerdict,
  status: VerdictStatus,
  valueLeftOut: boolean,
): readonly ReadDifference[] {
  const { path, content, coherent, root } = recorded.checks;
  const hasFailed = Object.values(recorded.checks).some((check) => check.status === 'fail');
  const isGreen =
    [path, content, coherent].every((check) => check.status === 'pass') &&
    root.code !== 'root.unexplained' &&
    !(recorded.grounds ?? []).some(({ holdsBack }) => holdsBack);
  const follows =
    hasFailed === (recorded.status === 'red') && (hasFailed || isGreen === (recorded.status === 'green'));
  const isSame = valueLeftOut ? recorded.status === status || status === 'amber' : recorded.status === status;
  if (follows && isSame) return [];
  return [{ what: 'verdict', recorded: recorded.status, recomputed: status }];
}

function valueDifferences(
  { valueSha256, valueBytes }: EvidenceRead,
  value: string | null,
): readonly ReadDifference[] {
  if (value === null) return [];
  const bytes = hasLoneSurrogate(value) ? null : utf8ToBytes(value);
  const digest = bytes === null ? null : sha256Hex(bytes);
  if (digest === valueSha256 && (bytes?.length ?? null) === valueBytes) return [];
  return [{ what: 'value', recorded: valueSha256 ?? 'none', recomputed: digest ?? 'none' }];
}
