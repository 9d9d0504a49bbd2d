import type { OpenGround } from '../grounds/conclude.ts';
import type { GroundLoss, GroundName } from '../grounds/grounds.ts';
import type { CheckReason } from '../merkle/checkReason.ts';
import type { CheckName, CheckStatus, Verdict, VerdictStatus } from '../merkle/verdict.ts';
import type { BoundField } from '../merkle/scheme.ts';
import { groundWords } from './groundWords.ts';
import { verdictWords } from './verdictWords.ts';

/** A verdict as files and programs get it. `why` is for people and may change; all else stays as it is. */
export interface VerdictRecord {
  readonly status: VerdictStatus;
  readonly title: string;
  readonly checks: Readonly<Record<CheckName, CheckRecord>>;
  readonly binds: readonly BoundField[];
  /** The grounds that the verdict does without. */
  readonly grounds: readonly GroundRecord[];
}

export interface GroundRecord {
  readonly name: GroundName;
  /** `none`: left out by choice. */
  readonly state: 'none' | GroundLoss;
  /** Whether the verdict is inconclusive because of it. */
  readonly holdsBack: boolean;
  readonly why: string;
}

export interface CheckRecord {
  readonly status: CheckStatus;
  /** Such as `root-reached`, `content-differs`, or `root-vouching.nothing`. */
  readonly code: string;
  /** What a pass does not rule out, such as `leaf-and-node-alike`. */
  readonly warnings: readonly string[];
  readonly why: string;
}

export function verdictRecord(verdict: Verdict): VerdictRecord {
  const { title, checks: words } = verdictWords(verdict);
  const checks = verdict.checks.map(({ name, status, reason }) => [
    name,
    {
      status,
      code: reasonCode(reason),
      warnings: warningsOf(reason),
      why: words.find((check) => check.name === name)?.words ?? '',
    },
  ]);
  return {
    status: verdict.status,
    title,
    // One for each name, as a verdict has them.
    checks: Object.fromEntries(checks) as VerdictRecord['checks'],
    binds: verdict.binds,
    grounds: groundRecords(verdict.open),
  };
}

export function groundRecords(open: readonly OpenGround[]): readonly GroundRecord[] {
  return open.map((one) => ({
    name: one.name,
    state: one.ground.kind === 'none' ? 'none' : one.ground.why,
    holdsBack: one.holdsBack,
    why: groundWords(one),
  }));
}

/** The code of a reason; after a dot what tells apart reasons that share one. */
export function reasonCode(reason: CheckReason): string {
  const detail = detailOf(reason);
  return detail === '' ? reason.code : `${reason.code}.${detail}`;
}

function detailOf(reason: CheckReason): string {
  switch (reason.code) {
    case 'no-proof':
      return reason.because;
    case 'position-missing':
      return reason.missing.join('+');
    case 'leaf-rule-not-applicable':
      return reason.gap;
    case 'incoherent':
      return reason.differences.map(({ field }) => field).join('+');
    case 'snapshot':
      return reason.finding.kind;
    case 'root':
      return reason.rootStatus?.kind === 'contradiction'
        ? reason.rootStatus.contradiction.kind
        : (reason.rootStatus?.kind ?? 'not-asked');
    case 'root-vouching':
      return reason.vouching.kind;
    default:
      return '';
  }
}

function warningsOf(reason: CheckReason): readonly string[] {
  if (reason.code === 'chain') return reason.links.flatMap((link) => warningsOf(link.reason));
  return reason.code === 'root-reached' ? reason.warnings : [];
}
