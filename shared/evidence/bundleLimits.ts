import { openGroundsOfAudit } from '../audit/auditGrounds.ts';
import { notShownByAudit } from '../text/auditWords.ts';
import { notShownBy } from '../text/notShownWords.ts';
import { quoteWhole } from '../text/phrases.ts';
import { countWords } from '../text/sizes.ts';
import type { AuditEvidence } from './auditEvidence.ts';
import type { EvidencePredicate } from './statement.ts';

type Limits = EvidencePredicate['notShown'];

/** What a bundle with these contents does not show, whatever was recorded. */
export function limitsOf(predicate: EvidencePredicate): Limits {
  const hasValues = predicate.reads.every(({ value }) => value !== undefined);
  return [...notShownBy(predicate, hasValues)];
}

/** What the audit does not show either, and that the bundle has not all of it. */
export function limitsOfAudit({ header, footer }: AuditEvidence, reads: number): Limits {
  const own = new Set(['service-did-not-sign', 'latest-version', 'same-root-for-others', 'rules-inferred']);
  return [
    {
      code: 'audit-as-recorded',
      words: `The whole audit. What it found is as the signer recorded it; the bundle contains ${reads === 0 ? 'none' : countWords(reads)} of its reads.`,
    },
    ...notShownByAudit(header, footer, openGroundsOfAudit(header, footer)).filter(
      ({ code }) => !own.has(code),
    ),
  ];
}

/** What readers are told: our own words for every limit that follows from the contents, then what else was recorded. */
export function limitsToShow(predicate: EvidencePredicate): Limits {
  const { audit, reads, notShown } = predicate;
  const own = [...limitsOf(predicate), ...(audit === undefined ? [] : limitsOfAudit(audit, reads.length))];
  const codes = new Set(own.map(({ code }) => code));
  const others = notShown.filter(({ code }) => !codes.has(code));
  return [
    ...own,
    ...others.map(({ code, words }) => ({ code, words: `In the words of the signer: ${quoteWhole(words)}` })),
  ];
}
