import {
  hashFunctions,
  leafDigests,
  leafSchemes,
  nodeRules,
  pathSchemes,
  preimages,
  siblingOrders,
  treeShapes,
} from './registry.ts';
import type { SchemeCandidates } from './infer.ts';
import type { RegistryEntry } from './scheme.ts';

/** The parts of a scheme as they are typed, such as `hash=sha-256`, with what each may be. */
export const schemeParts = {
  hash: hashFunctions,
  node: nodeRules,
  shape: treeShapes,
  order: siblingOrders,
  digest: leafDigests,
  preimage: preimages,
} as const satisfies Readonly<Record<string, readonly RegistryEntry<string>[]>>;

export type SchemePart = keyof typeof schemeParts;

/** What somebody wrote of a scheme; parts omitted are to be inferred. */
export type PartialScheme = Readonly<Partial<Record<SchemePart, string>>>;

export type SchemeTextReading =
  | { readonly ok: true; readonly scheme: PartialScheme }
  | { readonly ok: false; readonly fault: SchemeTextFault };

export type SchemeTextFault =
  | { readonly kind: 'unknown-part'; readonly text: string }
  | { readonly kind: 'unknown-id'; readonly part: SchemePart; readonly text: string }
  | { readonly kind: 'twice'; readonly part: SchemePart };

/**
 * Reads `part=id,part=id`, in any order, as the ids of schemes are written. A comma belongs to a pre-image unless
 * a part follows it. SHA-512/256 may be written with its slash.
 */
export function readSchemeText(text: string): SchemeTextReading {
  const scheme: Partial<Record<SchemePart, string>> = {};
  for (const piece of text.split(/,(?=\s*[A-Za-z]+=)/)) {
    const [name = '', ...rest] = piece.trim().split('=');
    if (!isPart(name)) return { ok: false, fault: { kind: 'unknown-part', text: piece.trim() } };
    if (scheme[name] !== undefined) return { ok: false, fault: { kind: 'twice', part: name } };
    const id = rest.join('=').trim().replace('/', '-').toLowerCase();
    const entries: readonly RegistryEntry<string>[] = schemeParts[name];
    if (!entries.some((entry) => entry.id === id))
      return { ok: false, fault: { kind: 'unknown-id', part: name, text: rest.join('=') } };
    scheme[name] = id;
  }
  return { ok: true, scheme };
}

function isPart(name: string): name is SchemePart {
  return Object.hasOwn(schemeParts, name);
}

/** The schemes of the registry that are as somebody wrote. */
export function candidatesOf({
  hash,
  node,
  shape,
  order,
  digest,
  preimage,
}: PartialScheme): SchemeCandidates {
  const is = (wanted: string | undefined, id: string) => wanted === undefined || wanted === id;
  return {
    path: pathSchemes.filter(
      (each) => is(hash, each.hash) && is(node, each.node) && is(shape, each.shape) && is(order, each.order),
    ),
    leaf: leafSchemes.filter(
      (each) => is(hash, each.hash) && is(digest, each.digest) && is(preimage, each.preimage),
    ),
  };
}
