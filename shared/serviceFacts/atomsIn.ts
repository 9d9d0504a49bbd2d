import type { Json } from '../domain/json.ts';
import { isArray, isObject, jsonPlaces, placeWords, shownName, type JsonObject } from './jsonPlaces.ts';

/** Where a response has its atoms, and in what form. */
export type Envelope =
  /** An array of atoms; `wrapper` is the property of each item that contains its atom, if any. */
  | { readonly form: 'list'; readonly path: string; readonly wrapper: string | null }
  /** An object with a property for each key. */
  | { readonly form: 'map'; readonly path: string }
  | { readonly form: 'none' };

export interface AtomsFound {
  readonly envelope: Envelope;
  /** Atoms in the order of the response; `key` is that of the map if the atom itself has none. */
  readonly atoms: readonly { readonly key: string; readonly atom: JsonObject }[];
  /** Items that are null. */
  readonly nulls: number;
}

/** Finds atoms anywhere, because the API does not define the envelopes of batches. */
export function atomsIn(body: Json | undefined, askedKeys: readonly string[]): AtomsFound {
  const none: AtomsFound = { envelope: { form: 'none' }, atoms: [], nulls: 0 };
  if (body === undefined) return none;
  const asked = new Set(askedKeys);
  for (const { path, value } of jsonPlaces(body)) {
    const found = isArray(value) ? listAt(path, value) : isObject(value) ? mapAt(path, value, asked) : null;
    if (found !== null) return found;
  }
  return none;
}

/** All items are wrapped in the same way, by one of a few properties. */
const itemsToLookAt = 100;
const mostWrappers = 20;

function listAt(path: string, items: readonly Json[]): AtomsFound | null {
  const nulls = items.filter((item) => item === null).length;
  const direct = items.filter(isAtom);
  if (direct.length > 0)
    return { envelope: { form: 'list', path, wrapper: null }, atoms: keyed(direct), nulls };
  const objects = items.filter(isObject);
  const names = new Set(objects.slice(0, itemsToLookAt).flatMap((item) => Object.keys(item)));
  for (const wrapper of [...names].slice(0, mostWrappers)) {
    const wrapped = objects.map((item) => item[wrapper] ?? null);
    const atoms = wrapped.filter(isAtom);
    if (atoms.length > 0) {
      const empty = wrapped.filter((item) => item === null).length;
      const envelope = { form: 'list', path, wrapper: shownName(wrapper) } as const;
      return { envelope, atoms: keyed(atoms), nulls: nulls + empty };
    }
  }
  return null;
}

function mapAt(path: string, value: JsonObject, asked: ReadonlySet<string>): AtomsFound | null {
  const members = Object.entries(value).filter(([key]) => asked.has(key));
  const atoms = members.flatMap(([key, atom]) =>
    isObject(atom) && hasAtomMembers(atom) ? [{ key, atom }] : [],
  );
  if (atoms.length === 0) return null;
  return {
    envelope: { form: 'map', path },
    atoms,
    nulls: members.filter(([, atom]) => atom === null).length,
  };
}

function isAtom(value: Json | undefined): value is JsonObject & { readonly key: string } {
  return isObject(value) && typeof value['key'] === 'string' && hasAtomMembers(value);
}

function hasAtomMembers(value: JsonObject): boolean {
  return ['value', 'proof', 'hash', 'version'].some((name) => {
    const member = value[name];
    return member !== undefined && member !== null;
  });
}

function keyed(atoms: readonly (JsonObject & { readonly key: string })[]) {
  return atoms.map((atom) => ({ key: atom.key, atom }));
}

export function envelopeWords(envelope: Envelope): string {
  switch (envelope.form) {
    case 'list':
      return `array of atoms in ${placeWords(envelope.path)}${envelope.wrapper === null ? '' : `, each in \`${envelope.wrapper}\``}`;
    case 'map':
      return `object with a property for each key in ${placeWords(envelope.path)}`;
    case 'none':
      return 'no atoms in the body';
  }
}

/** How a response to a batch recall reports a key that does not exist. */
export function missingWords(
  status: number,
  body: Json | undefined,
  missingKey: string,
  found: AtomsFound,
): string {
  if (status >= 400) return `the entire request fails with ${status}`;
  if (body === undefined) return 'not mentioned';
  for (const { path, value } of jsonPlaces(body)) {
    if (value === missingKey) return `named in ${placeWords(path)}`;
    if (isObject(value) && missingKey in value) {
      const about = value[missingKey];
      return `property of ${placeWords(path)}: ${about === null ? 'null' : 'a separate object'}`;
    }
  }
  return found.nulls > 0 ? 'null in its place' : 'omitted';
}
