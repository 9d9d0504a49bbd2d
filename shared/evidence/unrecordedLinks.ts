import type { Json } from '../domain/json.ts';
import { linksOfChain, withLinks } from '../merkle/linkRule.ts';
import { parseProof } from '../merkle/parseProof.ts';
import type { SchemePin } from '../merkle/scheme.ts';

/**
 * The rules of a bundle for one of its reads. Bundles of earlier versions have chains of proofs, but their rules do not name
 * the links: then a chain is followed by whatever links it has, and shows nothing by itself.
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
  const path = pin.path.flatMap((rule) => {
    const links = linksOfChain(parse.chain, rule.hash);
    return links === null ? [] : [withLinks(rule, links)];
  });
  return path.length === 0 ? recorded : { pin: { ...pin, path }, areLinksRecorded: false };
}
