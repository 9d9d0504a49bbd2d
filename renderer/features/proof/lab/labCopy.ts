import type { Json } from '#shared/domain/json.ts';
import { fromHex, toHex } from '#shared/merkle/hex.ts';
import type { InclusionProof, ProofChain } from '#shared/merkle/proof.ts';
import type { VerifyInput } from '#shared/merkle/verify.ts';
import type { ProofCase } from '../case/proofCase.ts';

/** A proof and its atom as editable texts, valid or not. Hashes in hex. */
export interface LabCopy {
  /** null if the proof came without it. */
  readonly key: string | null;
  readonly value: string | null;
  readonly version: string;
  readonly leafHash: string;
  /** In the order of the proof. */
  readonly siblings: readonly string[];
  readonly rootHash: string;
  readonly leafIndex: string;
  readonly treeSize: string;
}

export type PlainField = Exclude<keyof LabCopy, 'siblings'>;
/** A field of the copy. A number is the index of a sibling in the proof. */
export type LabField = PlainField | number;

export const contentFields = ['key', 'value', 'version'] as const satisfies readonly PlainField[];
export const placeFields = ['leafIndex', 'treeSize'] as const satisfies readonly PlainField[];

/** null if the proof cannot be read. */
export function copyForLab({ input, reading }: ProofCase): LabCopy | null {
  if (reading.kind !== 'read') return null;
  const { key, value, version } = input.atom;
  return { key, value, version: version === null ? '' : `${version}`, ...textsOf(reading.proof) };
}

type ProofTexts = Omit<LabCopy, (typeof contentFields)[number]>;

function textsOf({ leafHash, siblings, rootHash, leafIndex, treeSize }: InclusionProof): ProofTexts {
  return {
    leafHash: toHex(leafHash),
    siblings: siblings.map(toHex),
    rootHash: toHex(rootHash),
    leafIndex: leafIndex === null ? '' : `${leafIndex}`,
    treeSize: treeSize === null ? '' : `${treeSize}`,
  };
}

/**
 * The copy as if a service had returned it. The root status holds only while root and tree size are unchanged. In a
 * chain, only the innermost proof is altered; `chain` provides the others.
 */
export function inputOfCopy(
  copy: LabCopy,
  original: LabCopy,
  input: VerifyInput,
  chain: ProofChain,
): VerifyInput {
  const inner = proofJson(copy);
  const outer = chain.slice(1).map((proof) => proofJson(textsOf(proof)));
  const isSameTree = copy.rootHash === original.rootHash && copy.treeSize === original.treeSize;
  return {
    ...input,
    atom: {
      ...input.atom,
      key: copy.key ?? input.atom.key,
      value: copy.value ?? input.atom.value,
      version: copy.version === original.version ? input.atom.version : versionOf(copy.version),
    },
    proof: chain.length === 1 ? inner : [inner, ...outer],
    snapshot: isSameTree ? input.snapshot : { kind: 'single' },
    root: isSameTree ? input.root : null,
  };
}

function proofJson({ leafHash, siblings, rootHash, leafIndex, treeSize }: ProofTexts): Json {
  return {
    leafHash,
    siblings,
    rootHash,
    leafIndex: integerJson(leafIndex),
    treeSize: integerJson(treeSize),
  };
}

/** As a service would send it: a JSON number if that is exact, otherwise the text. */
function integerJson(text: string): Json {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const number = Number(trimmed);
  const isNumber = /^-?\d+(\.\d+)?$/.test(trimmed);
  return isNumber && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : trimmed;
}

function versionOf(text: string): number | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : Number(trimmed);
}

export function fieldText(copy: LabCopy, field: LabField): string | null {
  return typeof field === 'number' ? (copy.siblings[field] ?? null) : copy[field];
}

export function withField(copy: LabCopy, field: LabField, text: string): LabCopy {
  if (typeof field !== 'number') return { ...copy, [field]: text };
  return { ...copy, siblings: copy.siblings.map((sibling, at) => (at === field ? text : sibling)) };
}

/** Every field that differs from the original, those of the atom first. */
export function alteredFields(copy: LabCopy, original: LabCopy): readonly LabField[] {
  const plain = [...contentFields, 'leafHash', ...placeFields, 'rootHash'] as const;
  return [
    ...plain.filter((field) => copy[field] !== original[field]),
    ...copy.siblings.map((_, at) => at).filter((at) => copy.siblings[at] !== original.siblings[at]),
  ];
}

/** Swaps a sibling with the next one in the list, the last one with the first. */
export function swapWithNext(copy: LabCopy, at: number): LabCopy {
  const next = (at + 1) % copy.siblings.length;
  const [one, other] = [copy.siblings[at], copy.siblings[next]];
  if (one === undefined || other === undefined) return copy;
  return withField(withField(copy, at, other), next, one);
}

/** Flips the lowest bit of the last byte of a hash. Text that is not hex stays unchanged. */
export function flipHashBit(hex: string): string {
  const bytes = fromHex(hex);
  const last = bytes?.at(-1);
  if (bytes === null || last === undefined) return hex;
  bytes[bytes.length - 1] = last ^ 1;
  return toHex(bytes);
}

/** Flips the lowest bit of the last character. Never creates a lone surrogate; an empty text stays empty. */
export function flipTextBit(text: string): string {
  if (text === '') return text;
  const last = text.charCodeAt(text.length - 1);
  return text.slice(0, -1) + String.fromCharCode(last ^ 1);
}
