import type { Json } from '../domain/json.ts';
import { readImport, type ImportedAtom } from '../merkle/importProofs.ts';
import { deepestProof, readJson } from '../text/jsonSyntax.ts';
import { carryJson, plainText } from './carriedText.ts';
import type { EvidencePredicate, EvidenceRead } from './statement.ts';

/** How the reads compare with the raw responses that they came in. Positions of reads. */
export interface ResponseComparison {
  /** Every read with a raw response of its request. */
  readonly compared: number;
  /** The response has this key with something else. */
  readonly differ: readonly number[];
  /** The response does not have this key, or not in a form that is known here. */
  readonly notFound: readonly number[];
}

export function compareResponses({
  reads,
  rawResponses,
}: Pick<EvidencePredicate, 'reads' | 'rawResponses'>): ResponseComparison {
  const byRequest = new Map<string, ImportedAtom[]>();
  for (const { requestId, body } of rawResponses) {
    const items = byRequest.get(requestId) ?? [];
    items.push(...('text' in body ? atomsIn(body.text) : []));
    byRequest.set(requestId, items);
  }
  const differ: number[] = [];
  const notFound: number[] = [];
  let compared = 0;
  for (const [at, read] of reads.entries()) {
    const items = byRequest.get(read.requestId);
    if (items === undefined) continue;
    compared += 1;
    const key = plainText(read.key);
    const same = items.filter(({ atom }) => (atom.key ?? key) === key);
    if (same.length === 0) notFound.push(at);
    else if (!same.some((item) => isOf(item, read))) differ.push(at);
  }
  return { compared, differ, notFound };
}

function atomsIn(text: string): readonly ImportedAtom[] {
  const reading = readJson(text, deepestProof);
  if (!reading.ok) return [];
  const found = readImport(reading.value as Json);
  return found.ok ? found.items : [];
}

function isOf({ atom, proof }: ImportedAtom, read: EvidenceRead): boolean {
  const value = read.value === undefined ? null : plainText(read.value);
  const hash = read.hash === null ? null : plainText(read.hash);
  return (
    (value === null || atom.value === value) &&
    (read.version === null || atom.version === read.version) &&
    (hash === null || atom.hash === hash) &&
    (read.proof === null || equalJson(carryJson(proof), read.proof))
  );
}

function equalJson(a: Json, b: Json): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    left.length === right.size &&
    left.every(([name, value]) => {
      const other = right.get(name);
      return other !== undefined && equalJson(value, other);
    })
  );
}
