import { isSameService, type AuditFooter, type AuditHeader } from '../audit/auditFile.ts';
import { groundsOfAudit } from '../audit/auditGrounds.ts';
import { auditVerdict } from '../audit/auditVerdict.ts';
import type { AuditComparison } from '../audit/compareAudits.ts';
import { isWorse, type VerdictStatus } from '../merkle/verdictStatus.ts';
import { auditHeadline } from '../text/auditHeadline.ts';
import { leafComparisonWords, treeComparisonWords } from '../text/auditComparisonWords.ts';
import { auditReasonLines } from '../text/auditReasonLines.ts';
import { countOf, quoteText } from '../text/phrases.ts';
import { visibleLine } from '../text/visibleText.ts';

const graveComparisons = ['shrank', 'other-size', 'contradicts', 'unexpected'] as const;
const openComparisons = ['other-service', 'other-root', 'rewritten', 'empty', 'open'] as const;
type ComparisonCode = `comparison-${(typeof graveComparisons | typeof openComparisons)[number]}`;

/** What a reason says of the comparison with another audit; null if it is about something else. */
export function comparisonResult({ code }: ConclusionReason): 'failed' | 'open' | null {
  const isAny = (codes: readonly string[]): boolean => codes.some((one) => code === `comparison-${one}`);
  return isAny(graveComparisons) ? 'failed' : isAny(openComparisons) ? 'open' : null;
}

/** One reason of a conclusion. The code is stable; the words may change. */
export interface ConclusionReason {
  readonly code: string;
  readonly words: string;
}

/** What an audit comes to with everything that it was compared with. Titles, reports, and exit codes all follow from this. */
export interface AuditConclusion {
  readonly status: VerdictStatus;
  readonly title: string;
  /** Gravest first. */
  readonly reasons: readonly ConclusionReason[];
}

/** What changes of an audit were held against. */
export interface ComparedWith {
  readonly comparison: AuditComparison;
  /** Keys of the later audit of which the earlier one does not show whether they changed. */
  readonly uncompared: number;
  /** Whether a comparison with another service was asked for. */
  readonly maybeOtherService: boolean;
}

/**
 * @param compared null if there is no comparison
 * @param unknownChanges keys that were read for the first time although changes were to be found; 0 if that does not matter
 */
export function concludeAuditReport(
  header: AuditHeader,
  footer: AuditFooter,
  compared: ComparedWith | null,
  unknownChanges: number,
): AuditConclusion {
  const verdict = auditVerdict(header, footer, groundsOfAudit(header, footer));
  const own = auditReasonLines(verdict);
  const { end } = footer;
  const said = own.map((reason) =>
    reason.code === 'partial' && end.kind === 'failed'
      ? { ...reason, words: `${visibleLine(end.message)} ${reason.words}` }
      : reason,
  );
  const grave = compared === null ? [] : graveReasons(compared.comparison);
  const open = [
    ...(compared === null ? [] : openReasons(header, compared)),
    ...(unknownChanges === 0
      ? []
      : [
          {
            code: 'changes-unknown',
            title: `Not compared: ${countOf(unknownChanges, 'key')} read for the first time`,
            words: `${countOf(unknownChanges, 'key was', 'keys were')} read for the first time, so nothing shows whether ${unknownChanges === 1 ? 'it' : 'they'} changed.`,
          },
        ]),
  ];
  const [first] = [...grave, ...open];
  const added: VerdictStatus = grave.length > 0 ? 'red' : open.length > 0 ? 'amber' : 'green';
  const addedReasons = [...grave, ...open].map(({ code, words }) => ({ code, words }));
  return first !== undefined && isWorse(added, verdict.status)
    ? { status: added, title: first.title, reasons: [...addedReasons, ...said] }
    : {
        status: verdict.status,
        title: auditHeadline(verdict, { ...header, ...footer }),
        reasons: [...said, ...addedReasons],
      };
}

interface TitledReason extends ConclusionReason {
  readonly code: ComparisonCode;
  /** If it is the gravest one. */
  readonly title: string;
}

function graveReasons({ of, grave, unexpected, trees }: AuditComparison): readonly TitledReason[] {
  const earlier = of === 'times' ? 'the earlier audit' : 'the audit of the other service';
  const words = treeComparisonWords(trees);
  const reasons: TitledReason[] = [];
  if (trees.shrank !== null)
    reasons.push({
      code: 'comparison-shrank',
      title: 'The tree is smaller than in the earlier audit',
      words: words.shrank,
    });
  if (trees.otherSizes > 0)
    reasons.push({
      code: 'comparison-other-size',
      title: 'A root has another tree size than in the earlier audit',
      words: words.otherSizes,
    });
  if (grave > 0)
    reasons.push({
      code: 'comparison-contradicts',
      title: `${countOf(grave, 'key contradicts', 'keys contradict')} ${earlier}`,
      words: `${countOf(grave, 'key contradicts', 'keys contradict')} ${earlier}, or failed only in one of the two audits.`,
    });
  if (unexpected !== null && unexpected > 0)
    reasons.push({
      code: 'comparison-unexpected',
      title: `${countOf(unexpected, 'key')} changed unexpectedly since ${earlier}`,
      words: `${countOf(unexpected, 'key has', 'keys have')} changed since ${earlier} and ${unexpected === 1 ? 'is' : 'are'} not on the list of expected changes.`,
    });
  return reasons;
}

function openReasons(
  header: AuditHeader,
  { comparison, uncompared, maybeOtherService }: ComparedWith,
): readonly TitledReason[] {
  const { of, before, same, differing, unexpected, leaves, trees } = comparison;
  const reasons: TitledReason[] = [];
  if (!maybeOtherService && !isSameService(before.header.service, header.service))
    reasons.push({
      code: 'comparison-other-service',
      title: 'The earlier audit is of another service',
      words: `The earlier audit is of ${serviceName(before.header)}, and this one of ${serviceName(header)}. If you want to compare them, add --compare-other-service.`,
    });
  if (trees.otherRoots > 0)
    reasons.push({
      code: 'comparison-other-root',
      title: 'Another root than in the earlier audit, for a tree of the same size',
      words: treeComparisonWords(trees).otherRoots,
    });
  if (of === 'times' && leaves !== null && leaves.rewritten > 0)
    reasons.push({
      code: 'comparison-rewritten',
      title: `${countOf(leaves.rewritten, 'leaf differs', 'leaves differ')} from the earlier audit`,
      words: leafComparisonWords(leaves),
    });
  if (same + differing === 0)
    reasons.push({
      code: 'comparison-empty',
      title: 'Nothing was compared with the earlier audit',
      words: 'No key was read in both audits, so nothing was compared.',
    });
  else if (unexpected !== null && uncompared > 0)
    reasons.push({
      code: 'comparison-open',
      title: `Not compared: ${countOf(uncompared, 'key')}`,
      words: `${countOf(uncompared, 'key was', 'keys were')} not compared in full, so nothing shows whether ${uncompared === 1 ? 'it' : 'they'} changed.`,
    });
  return reasons;
}

/** In a sentence. */
function serviceName({ service: { name, address } }: Pick<AuditHeader, 'service'>): string {
  return address === null || address === name
    ? quoteText(name)
    : `${quoteText(name)} (${quoteText(address)})`;
}
