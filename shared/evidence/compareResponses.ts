import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Json } from '../domain/json.ts';
import { hasLoneSurrogate } from '../text/surrogates.ts';
import { carryJson, plainText } from './carriedText.ts';
import { atomsInResponse, type RawAtom } from './rawAtoms.ts';
import type { EvidencePredicate, EvidenceRead } from './statement.ts';
import { sha256Hex } from './subjects.ts';

/** How the reads compare with the raw responses that they came in. Positions of reads, of missing keys, and of responses. */
export interface ResponseComparison {
  /** Every read with a raw response of its request. */
  readonly compared: number;
  /** The response has this key with something else, or once more with something else that no read is about. */
  readonly differ: readonly number[];
  /** The response does not have this key, or not in a form that is known here. */
  readonly notFound: readonly number[];
  /** Keys that are said to be missing, and that their response has. */
  readonly returned: readonly number[];
  /** Responses with atoms, of which the bundle has neither a read nor a missing key. */
  readonly unrelated: readonly number[];
  /** The same for responses in which no atom was found. */
  readonly unused: readonly number[];
}

type Contents = Pick<EvidencePredicate, 'reads' | 'missing' | 'rawResponses'>;

/** What came in one response: reads, missing keys and raw bodies share a request and its time. */
function responseName({ requestId, at }: { readonly requestId: string; readonly at: string }): string {
  return `${at} ${requestId}`;
}

export function compareResponses({ reads, missing, rawResponses }: Contents): ResponseComparison {
  const bodies = rawResponses.map((response) => ({
    name: responseName(response),
    atoms: atomsInResponse(response) ?? [],
  }));
  const atoms = grouped(
    bodies.flatMap((body) => body.atoms.map((atom) => [nameOf(body.name, atom.key), atom] as const)),
  );
  const ofKey = grouped(
    reads.map((read) => [nameOf(responseName(read), plainText(read.key)), read] as const),
  );
  const withBody = new Set(bodies.map(({ name }) => name));
  const atomsThatMayBe = (response: string, key: string): readonly RawAtom[] => [
    ...(atoms.get(nameOf(response, key)) ?? []),
    ...(atoms.get(nameOf(response, null)) ?? []),
  ];

  const differ: number[] = [];
  const notFound: number[] = [];
  let compared = 0;
  for (const [at, read] of reads.entries()) {
    const response = responseName(read);
    if (!withBody.has(response)) continue;
    compared += 1;
    const key = plainText(read.key);
    const same = atomsThatMayBe(response, key);
    const others = ofKey.get(nameOf(response, key)) ?? [];
    // A second copy of an atom is a read of its own, so one without a read was left out.
    const isLeftOut = (atom: RawAtom): boolean =>
      atom.key !== null && !others.some((other) => isOf(atom, other));
    if (same.length === 0) notFound.push(at);
    else if (!same.some((atom) => isOf(atom, read)) || same.some(isLeftOut)) differ.push(at);
  }

  const returned = missing.flatMap((one, at) => {
    const [response, key] = [responseName(one), plainText(one.key)];
    return ofKey.has(nameOf(response, key)) || atomsThatMayBe(response, key).length > 0 ? [at] : [];
  });
  const related = new Set([...reads, ...missing].map(responseName));
  const others = bodies.flatMap((body, at) => (related.has(body.name) ? [] : [{ ...body, at }]));
  const placesOf = (hasAtoms: boolean): readonly number[] =>
    others.filter((body) => body.atoms.length > 0 === hasAtoms).map(({ at }) => at);
  return { compared, differ, notFound, returned, unrelated: placesOf(true), unused: placesOf(false) };
}

/** @param key null for atoms whose key nothing names */
function nameOf(response: string, key: string | null): string {
  return JSON.stringify([response, key]);
}

function grouped<T>(pairs: readonly (readonly [string, T])[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const [name, item] of pairs) {
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}

function isOf(atom: RawAtom, read: EvidenceRead): boolean {
  const value = read.value === undefined ? null : plainText(read.value);
  const hash = read.hash === null ? null : plainText(read.hash);
  return (
    (value === null ? hasDigest(atom, read) : atom.value === value) &&
    (read.version === null || atom.version === read.version) &&
    (hash === null || atom.hash === hash) &&
    (read.proof === null || equalJson(carryJson(atom.proof), read.proof))
  );
}

/** Whether a value that was left out is the one in the response, as far as its SHA-256 is known. */
function hasDigest({ value }: RawAtom, { valueSha256 }: EvidenceRead): boolean {
  if (valueSha256 === null) return true;
  return !hasLoneSurrogate(value) && sha256Hex(utf8ToBytes(value)) === valueSha256;
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
