import { utf8ToBytes } from '@noble/hashes/utils.js';
import { joinBytes } from './joinBytes.ts';
import type { PreimageName, RegistryEntry } from './scheme.ts';
import type { BoundField } from './scheme.ts';

/** The parts of an atom that a leaf hash may cover; null if a response or a file does not carry one. */
export interface AtomContent {
  readonly key: string | null;
  readonly value: string | null;
  readonly version: number | null;
}

/** Why a leaf rule cannot be applied to an atom, which differs from giving a different hash. */
export type PreimageGap =
  /** The rule hashes a field that is missing. */
  | 'key-missing'
  | 'value-missing'
  | 'version-missing'
  /** Not an integer that a JSON number carries exactly. */
  | 'version-inexact'
  /** The rule is for atoms without a value. */
  | 'has-value'
  /** A lone surrogate has no UTF-8 form; encoders replace it, so that different texts would hash alike. */
  | 'not-unicode'
  /** A pin may name a rule that this registry does not have. */
  | 'unknown-rule';

export type Preimage =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly gap: PreimageGap };

type HashBytes = (message: Uint8Array) => Uint8Array;

export interface PreimageEntry extends RegistryEntry<PreimageName> {
  /** Fields that the bytes cover, in the order in which they are written. */
  readonly binds: readonly BoundField[];
  /** Set if the rule is for atoms without a value, of which the key is all there is. */
  readonly isWholeAtom?: true;
  /** What stands between the fields; null if they are framed so that only one reading exists (JSON, one field). */
  readonly separator: string | null;
  /** `hash`: the function of the scheme, for rules that hash a field before they join it. */
  readonly build: (atom: AtomContent, hash: HashBytes) => Preimage;
}

const jcs = 'RFC 8785 (JSON Canonicalization Scheme)';
const handWritten = 'Hand-written services that hash their fields as one text';

const keyAndValue: readonly BoundField[] = ['key', 'value'];
const allFields: readonly BoundField[] = ['key', 'value', 'version'];
/** Every order of all three fields, then of key and value: what covers most comes first. */
const fieldOrders: readonly (readonly BoundField[])[] = [
  allFields,
  ['key', 'version', 'value'],
  ['value', 'key', 'version'],
  ['value', 'version', 'key'],
  ['version', 'key', 'value'],
  ['version', 'value', 'key'],
  keyAndValue,
  ['value', 'key'],
];

interface Separator {
  /** Name of the rule. */
  readonly id: string;
  readonly text: string;
  readonly words: string;
}

const separators: readonly Separator[] = [
  { id: 'concat', text: '', words: 'with nothing between them' },
  { id: 'join-colon', text: ':', words: 'with a colon between them' },
  { id: 'join-pipe', text: '|', words: 'with a vertical bar between them' },
  { id: 'join-nul', text: '\0', words: 'with a zero byte between them' },
  { id: 'join-newline', text: '\n', words: 'with a line feed between them' },
];

interface LengthPrefix {
  readonly id: string;
  readonly bytes: 4 | 8;
  readonly littleEndian: boolean;
  readonly words: string;
}

const lengthPrefixes: readonly LengthPrefix[] = [
  { id: 'length-u32be', bytes: 4, littleEndian: false, words: '4 bytes, big-endian' },
  { id: 'length-u32le', bytes: 4, littleEndian: true, words: '4 bytes, little-endian' },
  { id: 'length-u64be', bytes: 8, littleEndian: false, words: '8 bytes, big-endian' },
  { id: 'length-u64le', bytes: 8, littleEndian: true, words: '8 bytes, little-endian' },
];

/** In the order in which they are tried and shown: commonest first, and of these what covers most. */
export const preimages: readonly PreimageEntry[] = [
  jsonEntry(allFields, `${jcs}; the Atom Memory Service that comes with Atom Explorer`),
  jsonEntry(keyAndValue, jcs),
  ...separators.flatMap((separator) => fieldOrders.map((fields) => joinEntry(fields, separator))),
  fieldEntry('key', 'Seen in production: a service that hashes only the key, so values are not covered'),
  fieldEntry('value', 'Content-addressed stores, where a leaf is the hash of what is stored'),
  ...fieldOrders.map(arrayEntry),
  ...lengthPrefixes.flatMap((prefix) => fieldOrders.map((fields) => lengthEntry(fields, prefix))),
  {
    id: 'concat:key,hash-value',
    words: 'the key and the hash of the value, with nothing between them',
    source: 'Authenticated maps that keep values outside the tree',
    binds: keyAndValue,
    // The hash has a fixed length, so the key ends where it begins.
    separator: null,
    build: (atom, hash) =>
      build(atom, keyAndValue, ({ key, value }) => joinBytes(utf8ToBytes(key), hash(utf8ToBytes(value)))),
  },
  {
    id: 'concat:hash-key,hash-value',
    words: 'the hash of the key and the hash of the value, with nothing between them',
    source: 'Sparse Merkle trees that hash both halves of an entry, after the Jellyfish Merkle tree of Diem',
    binds: keyAndValue,
    separator: null,
    build: (atom, hash) =>
      build(atom, keyAndValue, ({ key, value }) =>
        joinBytes(hash(utf8ToBytes(key)), hash(utf8ToBytes(value))),
      ),
  },
];

/**
 * For services whose atoms have no value. Never inferred, because an atom with an empty value would look the same, and
 * the value would not be covered.
 */
const atomItself: PreimageEntry = {
  id: 'atom',
  words: 'the atom, which has a key and no value',
  source: 'The open Parametric Memory server',
  binds: ['key'],
  isWholeAtom: true,
  separator: null,
  build: (atom) =>
    (atom.value ?? '') === ''
      ? build(atom, ['key'], ({ key }) => utf8ToBytes(key))
      : { ok: false, gap: 'has-value' },
};

/** With those that are never inferred. */
export const allPreimages: readonly PreimageEntry[] = [...preimages, atomItself];

const preimagesById: ReadonlyMap<PreimageName, PreimageEntry> = new Map(
  allPreimages.map((entry) => [entry.id, entry]),
);

/** null if the name is not in the registry. */
export function findPreimage(id: PreimageName): PreimageEntry | null {
  return preimagesById.get(id) ?? null;
}

function jsonEntry(binds: readonly BoundField[], source: string): PreimageEntry {
  return {
    id: `json:${binds.join(',')}`,
    words: `the canonical JSON object of ${listFields(binds)}`,
    source,
    binds,
    separator: null,
    // JSON.stringify writes strings and safe integers as RFC 8785 does, and `binds` is in sorted order.
    build: (atom) =>
      build(atom, binds, (fields) =>
        utf8ToBytes(
          `{${binds.map((name) => `"${name}":${JSON.stringify(jsonOf(name, fields))}`).join(',')}}`,
        ),
      ),
  };
}

function arrayEntry(binds: readonly BoundField[]): PreimageEntry {
  return {
    id: `json-array:${binds.join(',')}`,
    words: `the canonical JSON array of ${listFields(binds)}`,
    source: `${jcs}, of an array`,
    binds,
    separator: null,
    build: (atom) =>
      build(atom, binds, (fields) => utf8ToBytes(JSON.stringify(binds.map((name) => jsonOf(name, fields))))),
  };
}

function joinEntry(binds: readonly BoundField[], { id, text, words }: Separator): PreimageEntry {
  return {
    id: `${id}:${binds.join(',')}`,
    words: `${listFields(binds)}, ${words}`,
    source: handWritten,
    binds,
    separator: text,
    build: (atom) =>
      build(atom, binds, (fields) => utf8ToBytes(binds.map((name) => fields[name]).join(text))),
  };
}

function lengthEntry(binds: readonly BoundField[], prefix: LengthPrefix): PreimageEntry {
  return {
    id: `${prefix.id}:${binds.join(',')}`,
    words: `${listFields(binds)}, each preceded by its length in bytes (${prefix.words})`,
    source: 'Services that frame their fields, as protocol buffers or Borsh would',
    binds,
    separator: null,
    build: (atom) =>
      build(atom, binds, (fields) =>
        joinBytes(
          ...binds.flatMap((name) => {
            const text = utf8ToBytes(fields[name]);
            return [lengthBytes(text.length, prefix), text];
          }),
        ),
      ),
  };
}

function fieldEntry(field: 'key' | 'value', source: string): PreimageEntry {
  return {
    id: field,
    words: `the ${field} alone`,
    source,
    binds: [field],
    separator: null,
    build: (atom) => build(atom, [field], (fields) => utf8ToBytes(fields[field])),
  };
}

/** Every field as text; empty if the rule does not use it. */
type FieldTexts = Readonly<Record<BoundField, string>>;

function jsonOf(name: BoundField, fields: FieldTexts): string | number {
  return name === 'version' ? Number(fields.version) : fields[name];
}

/** Checks that each field has exactly one form in bytes, then writes them. */
function build(
  { key, value, version }: AtomContent,
  binds: readonly BoundField[],
  write: (fields: FieldTexts) => Uint8Array,
): Preimage {
  const fields = { key, value, version };
  for (const name of binds) {
    const field = fields[name];
    if (field === null) return { ok: false, gap: `${name}-missing` };
    if (typeof field === 'number' && !Number.isSafeInteger(field))
      return { ok: false, gap: 'version-inexact' };
    if (typeof field === 'string' && /\p{Surrogate}/u.test(field)) return { ok: false, gap: 'not-unicode' };
  }
  return {
    ok: true,
    bytes: write({ key: key ?? '', value: value ?? '', version: version === null ? '' : `${version}` }),
  };
}

function lengthBytes(length: number, { bytes, littleEndian }: LengthPrefix): Uint8Array {
  const prefix = new Uint8Array(bytes);
  const view = new DataView(prefix.buffer);
  if (bytes === 4) view.setUint32(0, length, littleEndian);
  else view.setBigUint64(0, BigInt(length), littleEndian);
  return prefix;
}

function listFields(fields: readonly BoundField[]): string {
  return fields.join(', ').replace(/, (\w+)$/, fields.length > 2 ? ', and $1' : ' and $1');
}
