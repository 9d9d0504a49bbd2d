import {
  hashFunctions,
  leafDigests,
  leafSchemes,
  linkRules,
  nodeRules,
  pathSchemes,
  preimages,
  siblingOrders,
  treeShapes,
} from './registry.ts';
import type { SchemeCandidates } from './infer.ts';
import { treeCountOf, withLinks } from './linkRule.ts';
import type { LinkRule, RegistryEntry } from './scheme.ts';
import { chainLimit } from './proofShape.ts';

const oneTree: RegistryEntry<'none'> = {
  id: 'none',
  words: 'none: all leaves are in one tree',
  source: 'The rules of most services, and the default',
};

/**
 * The parts of a scheme as they are typed, such as `hash=sha-256`, with what each may be. Through more than two trees,
 * the links are joined by `+`, inner first.
 */
export const schemeParts = {
  hash: hashFunctions,
  node: nodeRules,
  shape: treeShapes,
  order: siblingOrders,
  links: [oneTree, ...linkRules],
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
    const ids = name === 'links' ? id.split('+') : [id];
    const isTooLong = ids.length >= chainLimit || (ids.length > 1 && ids.includes(oneTree.id));
    if (isTooLong || !ids.every((one) => entries.some((entry) => entry.id === one)))
      return { ok: false, fault: { kind: 'unknown-id', part: name, text: rest.join('=') } };
    scheme[name] = id;
  }
  return { ok: true, scheme };
}

function isPart(name: string): name is SchemePart {
  return Object.hasOwn(schemeParts, name);
}

/** The choices for the links, with those of more than two trees that are in use. */
export function linkEntries(links: readonly LinkRule[]): readonly RegistryEntry<string>[] {
  const known = schemeParts.links;
  const id = linksId(links);
  if (known.some((entry) => entry.id === id)) return known;
  return [
    ...known,
    { id, words: `${links.length + 1} trees: ${id}`, source: `Through ${links.length + 1} trees` },
  ];
}

/** As they are typed. */
export function linksId(links: readonly LinkRule[]): string {
  return links.length === 0 ? oneTree.id : links.join('+');
}

/** How many trees a proof leads through by what somebody wrote: one unless that says otherwise. */
export function treeCountOfText({ links }: Pick<PartialScheme, 'links'>): number {
  return treeCountOf({ links: linksOfId(links ?? oneTree.id) });
}

/** Ids that are no links are none. */
export function linksOfId(text: string): readonly LinkRule[] {
  return text.split('+').flatMap((id) => linkRules.find((rule) => rule.id === id)?.id ?? []);
}

/**
 * The schemes of the registry that are as somebody wrote. Whoever gives any part of the rules and no links says that there is one
 * tree; without any part, the links are open as well.
 */
export function candidatesOf({
  hash,
  node,
  shape,
  order,
  links,
  digest,
  preimage,
}: PartialScheme): SchemeCandidates {
  const is = (wanted: string | undefined, id: string) => wanted === undefined || wanted === id;
  const isAnyGiven = [hash, node, shape, order, links, digest, preimage].some((part) => part !== undefined);
  const given = linksOfId(links ?? oneTree.id);
  const path = pathSchemes.filter(
    (each) => is(hash, each.hash) && is(node, each.node) && is(shape, each.shape) && is(order, each.order),
  );
  return {
    path: given.length === 0 ? path : path.map((each) => withLinks(each, given)),
    infersLinks: !isAnyGiven,
    leaf: leafSchemes.filter(
      (each) => is(hash, each.hash) && is(digest, each.digest) && is(preimage, each.preimage),
    ),
  };
}
