import { z } from 'zod';
import {
  describeLeafScheme,
  describePathScheme,
  hashFunctions,
  leafDigests,
  linkRules,
  nodeRules,
  pathSchemes,
  siblingOrders,
  treeShapes,
  type RegistryEntry,
} from '../merkle/registry.ts';
import { allPreimages } from '../merkle/preimages.ts';
import { schemeOrigins, type SchemePin } from '../merkle/scheme.ts';
import { deepestProof, readJson, type JsonFault } from '../text/jsonSyntax.ts';

// The hashing rules of a connection as a file, for verifying proofs elsewhere. Only plain types of JSON Schema, so that
// other programs can check such a file: see the test, which writes its schema.

const format = 'atom-explorer-rules';
const version = 1;

const oneOf = <Id extends string>(entries: readonly RegistryEntry<Id>[]) =>
  z.enum(entries.map(({ id }) => id));
const hash = oneOf(hashFunctions);
const digest = oneOf(leafDigests);
const preimage = oneOf(allPreimages);

export const rulesFileSchema = z.strictObject({
  format: z.literal(format),
  version: z.literal(version),
  savedAt: z.iso.datetime(),
  /** The name of the connection. */
  connection: z.string().max(1_000),
  /** Base address; null for a memory without one. */
  service: z.string().max(2_000).nullable(),
  /** Where the connection has the rules from. */
  origin: z.enum(schemeOrigins),
  /** Number of proofs that they were inferred from, and of later ones that confirmed them. */
  samples: z.int().min(0),
  confirmations: z.int().min(0),
  /** More than one while several still fit. */
  path: z
    .array(
      z.strictObject({
        hash,
        node: oneOf(nodeRules),
        shape: oneOf(treeShapes),
        order: oneOf(siblingOrders),
        links: z.array(oneOf(linkRules)).min(1).max(15).exactOptional(),
      }),
    )
    .min(1)
    .max(pathSchemes.length),
  /** Empty: no leaf rule is known, so contents cannot be checked. */
  leaf: z.array(z.strictObject({ hash, digest, preimage })).max(10_000),
});
export type RulesFile = z.infer<typeof rulesFileSchema>;

export type RulesFileReading =
  | { readonly ok: true; readonly rules: RulesFile }
  | { readonly ok: false; readonly fault: RulesFileFault };

export type RulesFileFault =
  | { readonly kind: 'not-json'; readonly fault: JsonFault }
  | { readonly kind: 'not-ours' }
  | { readonly kind: 'newer' }
  /** `at` names the place, such as `path[0].hash`. */
  | { readonly kind: 'not-valid'; readonly at: string }
  | { readonly kind: 'repeated' }
  | { readonly kind: 'other-hash' };

/** What a connection says of itself in the file. */
interface RulesOwner {
  readonly name: string;
  /** Base address; null for a memory without one. */
  readonly address: string | null;
}

/** @param savedAt epoch milliseconds */
export function rulesFileOf(pin: SchemePin, { name, address }: RulesOwner, savedAt: number): string {
  const { origin, samples, confirmations = 0, path, leaf } = pin;
  const rules = {
    format,
    version,
    savedAt: new Date(savedAt).toISOString(),
    connection: name,
    service: address,
    origin,
    samples,
    confirmations,
    path,
    leaf,
  };
  return `${JSON.stringify(rules, null, 2)}\n`;
}

/** Reads such a file strictly: what this program does not know, it could not check by. */
export function readRulesFile(text: string): RulesFileReading {
  const reading = readJson(text.replace(/^\ufeff/, ''), deepestProof, 'unique');
  if (!reading.ok) return refused({ kind: 'not-json', fault: reading.fault });
  const head = z.object({ format: z.literal(format), version: z.int().min(1) }).safeParse(reading.value);
  if (!head.success) return refused({ kind: 'not-ours' });
  if (head.data.version > version) return refused({ kind: 'newer' });
  const parsed = rulesFileSchema.safeParse(reading.value);
  if (!parsed.success) return refused({ kind: 'not-valid', at: placeOf(parsed.error) });
  const { path, leaf } = parsed.data;
  const ids = [...path.map(describePathScheme), ...leaf.map(describeLeafScheme)];
  if (new Set(ids).size < ids.length) return refused({ kind: 'repeated' });
  const hashes = new Set(path.map((rule) => rule.hash));
  if (leaf.some((rule) => !hashes.has(rule.hash))) return refused({ kind: 'other-hash' });
  return { ok: true, rules: parsed.data };
}

/** The rules as those of a connection. */
export function pinOfRulesFile({
  path,
  leaf,
  origin,
  samples,
  confirmations,
  savedAt,
  connection,
}: RulesFile): SchemePin {
  const pinnedAt = Date.parse(savedAt);
  return { path, leaf, origin, samples, confirmations, pinnedAt, pinnedFor: connection };
}

function refused(fault: RulesFileFault): RulesFileReading {
  return { ok: false, fault };
}

function placeOf({ issues }: z.ZodError): string {
  const path = issues[0]?.path ?? [];
  return path.reduce<string>(
    (at, part) =>
      typeof part === 'number' ? `${at}[${part}]` : at === '' ? String(part) : `${at}.${String(part)}`,
    '',
  );
}
