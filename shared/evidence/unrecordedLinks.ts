import type { Json } from '../domain/json.ts';
import { linksOfChain, withLinks } from '../merkle/linkRule.ts';
import { openServerScheme } from '../merkle/openServerScheme.ts';
import { parseProof } from '../merkle/parseProof.ts';
import type { SchemePin } from '../merkle/scheme.ts';

/**
 * The rules of a bundle for one of its reads. Bundles of earlier versions have chains of proofs, but their rules do not name
 * the links: then a chain is followed by whatever links it has, and shows nothing by itself. Only the open server had such
 * proofs and rules for atoms without a value; its links are built in.
 */
export function withUnrecordedLinks(
  pin: SchemePin | null,
  proof: Json,
): { readonly pin: SchemePin | null; readonly areLinksRecorded: boolean } {
  const recorded = { pin, areLinksRecorded: true };
  if (pin === null || pin.path.length === 0 || pin.path.some(({ links }) => links !== undefined))
    return recorded;
  const parse = parseProof(proof);
  if (!parse.ok || parse.chain.length === 1) return recorded;
  const [leaf, ...otherLeaves] = pin.leaf;
  const hasNoValues = leaf?.preimage === openServerScheme.leaf.preimage && otherLeaves.length === 0;
  if (pin.origin === 'specified' && hasNoValues)
    return { pin: { ...pin, origin: 'built-in', path: openServerScheme.path }, areLinksRecorded: true };
  const path = pin.path.flatMap((rule) => {
    const links = linksOfChain(parse.chain, rule.hash);
    return links === null ? [] : [withLinks(rule, links)];
  });
  // Whether an atom could stand for a link makes no difference, because nothing is shown in any case.
  return path.length === 0
    ? recorded
    : { pin: { ...pin, path, origin: 'specified' }, areLinksRecorded: false };
}
