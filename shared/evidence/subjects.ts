import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64 } from '../merkle/base64.ts';
import { toHex } from '../merkle/hex.ts';
import { plainText } from './carriedText.ts';
import type { EvidencePredicate, EvidenceStatement } from './statement.ts';

export type EvidenceSubject = EvidenceStatement['subject'][number];

/**
 * What a statement is about, as in-toto names it: the value of each read, then the body of each raw response, then
 * the checkpoint, then the file of the audit; the service where there is none of these. A name is a key in percent-encoding, so it can never be
 * a path. Names with a colon are not keys.
 */
export function subjectsOf({
  reads,
  rawResponses,
  ledger,
  service,
  audit,
}: Pick<
  EvidencePredicate,
  'reads' | 'rawResponses' | 'ledger' | 'service' | 'audit'
>): readonly EvidenceSubject[] {
  const subjects = [
    ...reads.flatMap(({ key, valueSha256 }) => {
      const name = subjectName(plainText(key));
      return name === null || valueSha256 === null ? [] : [{ name, digest: { sha256: valueSha256 } }];
    }),
    ...rawResponses.map(({ body }, at) => ({
      name: `response:${at + 1}`,
      digest: { sha256: sha256Hex(bodyBytes(body)) },
    })),
    ...(ledger === null
      ? []
      : [{ name: 'checkpoint:', digest: { sha256: sha256Hex(utf8ToBytes(ledger.checkpoint)) } }]),
    ...(audit === undefined ? [] : [{ name: 'audit:', digest: { sha256: audit.file.sha256 } }]),
  ];
  if (subjects.length > 0) return subjects;
  const named = utf8ToBytes(service.address ?? service.name);
  return [{ name: 'service:', digest: { sha256: sha256Hex(named) } }];
}

/** null for a key that has no bytes in UTF-8. */
function subjectName(key: string): string | null {
  try {
    // A name of dots only is a folder in many places.
    return /^\.+$/.test(key) ? key.replaceAll('.', '%2E') : encodeURIComponent(key);
  } catch {
    return null;
  }
}

function bodyBytes(body: EvidencePredicate['rawResponses'][number]['body']): Uint8Array {
  if ('text' in body) return utf8ToBytes(body.text);
  const reading = fromBase64(body.base64);
  return reading.ok ? reading.bytes : new Uint8Array();
}

export function sha256Hex(bytes: Uint8Array): string {
  return toHex(sha256(bytes));
}
