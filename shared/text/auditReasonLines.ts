import type { AuditReason, AuditVerdict } from '../audit/auditVerdict.ts';
import { auditReasonWords } from './auditWords.ts';
import { groundsWords } from './groundWords.ts';

export interface AuditReasonLine {
  readonly code: AuditReason['code'];
  readonly words: string;
}

/**
 * Why an audit has its verdict, as every output lists it. What is unavailable is the cause of what could not be checked, so
 * it comes first, and once for all that it is about. What failed comes before it.
 */
export function auditReasonLines({
  status,
  reasons,
}: Pick<AuditVerdict, 'status' | 'reasons'>): readonly AuditReasonLine[] {
  const lost = reasons.flatMap((reason) => (reason.code === 'ground' ? [reason.ground] : []));
  const causes = groundsWords(lost).map((words): AuditReasonLine => ({ code: 'ground', words }));
  const others = reasons
    .filter(({ code }) => code !== 'ground')
    .map((reason): AuditReasonLine => ({ code: reason.code, words: auditReasonWords(reason) }));
  return status === 'red' ? [...others, ...causes] : [...causes, ...others];
}
