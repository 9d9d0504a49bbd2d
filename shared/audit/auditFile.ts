import { z } from 'zod';
import type { RootContradiction, RootStatus } from '../domain/connection.ts';
import { acceptedLossesSchema } from '../domain/stateLoss.ts';
import { leafScheme, pathScheme, schemeOrigin } from '../ipc/schemeInput.ts';
import { checkNames } from '../merkle/verdict.ts';
import { auditGroundsSchema } from './groundsSchema.ts';
import { auditOutcomes, auditRootSchema } from './auditRecord.ts';
import { auditLimits as most } from './limits.ts';

/*
 * The file of an audit is JSON lines: a header; the records in the order of their keys, each root in a line of its own before the
 * first record under it; a footer. Every line is what `JSON.stringify` writes, so there is one text for one audit.
 */

export const auditFormat = 'atom-explorer-audit';
export const auditVersion = 1;

const text = z.string().max(most.text);
const code = z.string().max(most.codes);
const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** ISO 8601 in UTC, to the millisecond. */
const time = z.iso.datetime({ precision: 3 });

const scopeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['all', 'selection', 'bookmarks']) }),
  z.strictObject({ kind: z.literal('branch'), prefix: z.string().max(most.key) }),
  /** `other`: the name of the other connection. */
  z.strictObject({ kind: z.literal('both'), other: text }),
  /** `source`: the name of the file, without its folders. */
  z.strictObject({ kind: z.enum(['keys', 'expected']), source: text }),
  z.strictObject({ kind: z.literal('discovered'), words: z.array(text).max(most.words) }),
]);
/**
 * Which keys are audited: all known ones; a branch; a selection in the window; bookmarked ones; those of a file; those of a file that says
 * what each must be; those that this connection or another one knows, to compare the two; those that a discovery found from words.
 */
export type AuditScope = z.infer<typeof scopeSchema>;

const pinSchema = z.strictObject({
  rootHash: text,
  treeSize: auditRootSchema.shape.treeSize,
  isExact: z.boolean(),
});

export const headerSchema = z.strictObject({
  format: z.literal(auditFormat),
  version: z.literal(auditVersion),
  id: z.string().min(1).max(100),
  /** Chosen by the user; empty if not. */
  name: text,
  app: z.strictObject({ version: text }),
  /** `address`: without credentials; null for a signed snapshot. */
  service: z.strictObject({ name: text, address: text.nullable() }),
  scope: scopeSchema,
  /**
   * The keys, frozen when the audit starts. `sha256`: of each key as JSON with a line feed, in their order. `leftOut`: keys of the scope beyond a limit, which are not audited.
   */
  keys: z.strictObject({ total: count.max(most.records), sha256, leftOut: count }),
  /**
   * Set if this is one part of an audit: its number from 1, and how many keys it has. `lists`: the digests of the expected list and of the
   * list of expected changes; absent in files of earlier versions.
   */
  shard: z
    .strictObject({
      number: z.int().min(1),
      of: z.int().min(2).max(most.shards),
      keys: count.max(most.records),
      lists: z.strictObject({ expected: sha256, changes: sha256 }).exactOptional(),
    })
    .nullable(),
  pins: z.array(pinSchema).max(most.pins),
  /** The list of expected changes; null if there is none, and then no change is unexpected. */
  expectedChanges: z.strictObject({ keys: count }).nullable(),
  startedAt: time,
});
export type AuditHeader = z.infer<typeof headerSchema>;

/** Whether two audits are of one service: by its address, or by its name if neither has one. */
export function isSameService(one: AuditHeader['service'], other: AuditHeader['service']): boolean {
  return one.address === other.address && (one.address !== null || one.name === other.name);
}

const contradictions = [
  'same-root-other-size',
  'shrinking',
  'other-than-pinned',
  'pinned-with-other-size',
  'smaller-than-pinned',
] as const satisfies readonly RootContradiction['kind'][];
const rootStatuses = [
  'pinned',
  'seen',
  'new',
  'unexplained',
  'contradiction',
] as const satisfies readonly RootStatus['kind'][];

const rootFindingSchema = z.strictObject({
  ...auditRootSchema.shape,
  /** The worst that a response under this root had. */
  status: z.enum(rootStatuses),
  /** Set if the status is a contradiction. */
  contradiction: z.enum(contradictions).nullable(),
});
/** A root of an audit, and how it compares with earlier and pinned roots of the connection. */
export type AuditRootFinding = z.infer<typeof rootFindingSchema>;
/** `records`: how many records are under the root. None, if everything under it was read again under a later one. */
const countedRootSchema = z.strictObject({ ...rootFindingSchema.shape, records: count });

export const plantedFaults = ['value', 'sibling', 'root'] as const;
export type PlantedFault = (typeof plantedFaults)[number];

const selfTestSchema = z.strictObject({
  /** Each fault was planted in a copy of a response, which then went through the same checks. */
  faults: z
    .array(z.strictObject({ fault: z.enum(plantedFaults), caughtBy: z.enum(checkNames).nullable() }))
    .max(plantedFaults.length),
});
/** Whether this audit would have found a fault. Without faults: there was no response with a proof to plant them in. */
export type AuditSelfTest = z.infer<typeof selfTestSchema>;

const endSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['complete', 'canceled', 'interrupted']) }),
  z.strictObject({ kind: z.literal('failed'), code, message: text }),
  z.strictObject({ kind: z.literal('shards-missing'), shards: z.array(z.int().min(1)).max(most.shards) }),
]);
/** How an audit ended: with every key asked for; canceled; its program ended; an error that did not go away; parts were not merged. */
export type AuditEnd = z.infer<typeof endSchema>;

const outcomeCounts = z.strictObject(
  Object.fromEntries(auditOutcomes.map((outcome) => [outcome, count])) as Record<
    (typeof auditOutcomes)[number],
    typeof count
  >,
);

export const countsSchema = z.strictObject({
  records: count,
  outcomes: outcomeCounts,
  /** Records that contradict an earlier response. */
  conflicts: count,
  /** Records that differ from the expected list. */
  unmet: count,
  /** Records of changed atoms, on the list of expected changes and not. */
  changes: z.strictObject({ expected: count, other: count }),
});
/** What the records add up to. */
export type AuditCounts = z.infer<typeof countsSchema>;

const rulesSchema = z.strictObject({
  origin: schemeOrigin,
  path: z.array(pathScheme).max(most.rules),
  leaf: z.array(leafScheme).max(most.rules),
});
/** The hashing rules at the end. */
export type AuditRules = z.infer<typeof rulesSchema>;

/** Whether a rule for paths and one for leaves can be those of one tree. */
export function haveCommonHash({ path, leaf }: Pick<AuditRules, 'path' | 'leaf'>): boolean {
  return path.some(({ hash }) => leaf.some((rule) => rule.hash === hash));
}

/** What is known when an audit ends, apart from what follows from its records. */
export const findingsSchema = z.strictObject({
  finishedAt: time,
  end: endSchema,
  roots: z.array(rootFindingSchema).max(most.roots),
  /** null until a proof provided any. */
  rules: rulesSchema.nullable(),
  /** null if it was not made. */
  selfTest: selfTestSchema.nullable(),
  /** Atoms that were returned without being requested. */
  unasked: count,
  /** Keys that were read again because the root had changed meanwhile. */
  readAgain: count,
  /** What the verdict rests on. Absent in files of earlier versions. */
  grounds: auditGroundsSchema.exactOptional(),
  /** What the user had accepted as lost, newest first: nothing from before was compared. Absent if nothing. */
  acceptedLosses: acceptedLossesSchema.exactOptional(),
});
export type AuditFindings = z.infer<typeof findingsSchema>;

/** The last line. */
export const footerSchema = z.strictObject({
  footer: z.strictObject({
    ...findingsSchema.shape,
    roots: z.array(countedRootSchema).max(most.roots),
    counts: countsSchema,
    /** Of all lines between the header and the footer, each with its line feed. */
    recordsSha256: sha256,
  }),
  /** Of the first line with its line feed, and this one without this member; absent in files of earlier versions. */
  sha256: sha256.optional(),
});
export type AuditFooter = z.infer<typeof footerSchema>['footer'];

export const rootLineSchema = z.strictObject({ root: auditRootSchema });

/** The SHA-256 that the last line states: it covers the first line and the footer, and through it the records. */
export function digestOfEnds(headerLine: string, footer: AuditFooter, startSha256: StartSha256): string {
  const hash = startSha256();
  hash.update(`${headerLine}\n${JSON.stringify({ footer })}\n`);
  return hash.hex();
}

/** Adds a key to the digest of a list of keys, as the header states it. */
export function keyLine(key: string): string {
  return `${JSON.stringify(key)}\n`;
}

/** SHA-256 in steps; text counts as UTF-8. */
export interface RunningSha256 {
  readonly update: (data: string | Uint8Array) => void;
  /** Lowercase hex. Called once, at the end. */
  readonly hex: () => string;
}
export type StartSha256 = () => RunningSha256;
