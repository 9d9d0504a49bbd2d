import { z } from 'zod';
import {
  findPreimage,
  hashFunctions,
  leafDigests,
  linkRules,
  nodeRules,
  siblingOrders,
  treeShapes,
  type RegistryEntry,
} from '../merkle/registry.ts';
import { chainLimit } from '../merkle/proofShape.ts';
import { schemeOrigins } from '../merkle/scheme.ts';

function entryOf<Id extends string>(entries: readonly RegistryEntry<Id>[]): z.ZodType<Id, Id> {
  return z.enum(entries.map(({ id }) => id));
}

const hash = entryOf(hashFunctions);
const digest = entryOf(leafDigests);

/** A path rule whose every part this program knows. */
export const pathScheme = z.strictObject({
  hash,
  node: entryOf(nodeRules),
  shape: entryOf(treeShapes),
  order: entryOf(siblingOrders),
  links: z
    .array(entryOf(linkRules))
    .min(1)
    .max(chainLimit - 1)
    .readonly()
    .exactOptional(),
});

export const schemeOrigin = z.enum(schemeOrigins);

/** As it may lie on disk: another version of this program may have known more pre-images. */
export const leafScheme = z.strictObject({ hash, digest, preimage: z.string() });

const knownLeafScheme = leafScheme.refine(
  ({ preimage }) => findPreimage(preimage) !== null,
  'No such pre-image is known.',
);

/** What is chosen must be in the registry: nothing else could ever be checked. */
export const chosenScheme = z
  .strictObject({ path: pathScheme, leaf: knownLeafScheme.nullable() })
  .refine(
    ({ path, leaf }) => leaf === null || leaf.hash === path.hash,
    'Nodes and leaves must use the same hash function.',
  );
/** The rules that a user picks for a connection. Without a leaf rule its contents stay undecided. */
export type ChosenScheme = z.infer<typeof chosenScheme>;
