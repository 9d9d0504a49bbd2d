import type { AuditEvidenceOutline } from '../domain/auditEvidence.ts';
import { countOf, listWords, quoteText } from './phrases.ts';
import { countWords, sizeWords } from './sizes.ts';

/** Keys that are named, before the rest is counted. */
const mostNamed = 3;

/** What the evidence of an audit will contain, shown before it is saved. */
export function auditEvidenceContents(
  outline: AuditEvidenceOutline,
  withResponses: boolean,
): { readonly contents: readonly string[]; readonly notIncluded: readonly string[] } {
  const { service, records, reads, missing, values, valueBytes, unmatched } = outline;
  const address = service.address === null ? '' : `, ${service.address}`;
  const left = Math.max(0, records - reads - missing);
  return {
    contents: [
      'The verdict, the counts, the roots, and the hashing rules of the audit',
      `${countOf(reads, 'key')} with versions, hashes, proofs, and times`,
      ...(missing === 0 ? [] : [`${countOf(missing, 'key')} that the service did not return`]),
      values === 0
        ? 'No values'
        : `${countOf(values, 'value')} (${sizeWords(valueBytes)}) as plain text: ${namedKeys(outline)}`,
      ...(withResponses
        ? [`${countOf(outline.responses, 'response')} as received${otherValues(outline)}`]
        : []),
      `Name ${service.address === null ? '' : 'and address '}of the service: ${quoteText(service.name)}${address}`,
    ],
    notIncluded: [
      ...(left === 0
        ? []
        : [
            `${countOf(left, 'key')} of the audit ${left === 1 ? 'is' : 'are'} not in it: what the service returned for ${left === 1 ? 'it' : 'them'} is no longer in memory, or there is no room. Repeat the audit to include more.`,
          ]),
      ...(unmatched.length === 0
        ? []
        : [
            `No key in the bundle fits ${listWords(unmatched.slice(0, mostNamed).map(quoteText))}${moreThan(unmatched.length)}.`,
          ]),
    ],
  };
}

/** What responses would reveal besides the values that are included: `, with the values of 12 other keys`. */
export function otherValues({ otherAtoms }: Pick<AuditEvidenceOutline, 'otherAtoms'>): string {
  if (otherAtoms === 0) return '';
  return `, with the ${otherAtoms === 1 ? 'value' : 'values'} of ${countOf(otherAtoms, 'other key')}`;
}

function namedKeys({ valueKeys, values }: AuditEvidenceOutline): string {
  const named = valueKeys.slice(0, mostNamed).map(quoteText);
  const rest = values - named.length;
  return rest === 0 ? listWords(named) : `${named.join(', ')}, and ${countWords(rest)} more`;
}

function moreThan(count: number): string {
  return count > mostNamed ? `, and ${countWords(count - mostNamed)} more` : '';
}
