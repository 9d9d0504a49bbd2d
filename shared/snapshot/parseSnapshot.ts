import { z } from 'zod';
import type { Json } from '../domain/json.ts';
import { hasLoneSurrogate } from '../text/surrogates.ts';
import type { SnapshotRefusal } from '../domain/snapshot.ts';

/** Most atoms and edges that a snapshot may contain. */
const mostSnapshotAtoms = 2_000_000;
const mostSnapshotEdges = 10_000_000;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().min(0).max(mostSnapshotAtoms);
const line = z.string().max(2_000);

const headerSchema = z.object({
  formatVersion: z.literal('1.0.0'),
  formatUri: line,
  exporter: z.object({
    name: line,
    version: line,
    host: line,
    exportedAtMs: z.number(),
    exportedAtIso: line,
  }),
  tree: z.object({
    treeVersion: z.number(),
    masterRoot: hash,
    treeHeadTimestampMs: z.number(),
    shardCount: z.number().int().min(1).max(100_000),
    shardRoots: z.array(hash).max(100_000),
    shardLeafCounts: z.array(count).max(100_000),
    atomCount: count,
    edgesRoot: hash,
    auditLogRoot: hash.optional(),
  }),
  signature: z.object({
    alg: z.literal('Ed25519'),
    kid: line,
    publicKey: line,
    publicKeyFingerprint: line,
    keyUri: line,
    sig: line,
  }),
});

const atomSchema = z.object({
  // Half a surrogate pair has no UTF-8, so it would be hashed as the key with a replacement character.
  key: z
    .string()
    .min(1)
    .max(100_000)
    .refine((key) => !hasLoneSurrogate(key)),
  type: line,
  shardId: z.number().int().min(0),
  leafIndex: z.number().int().min(0),
  leafHash: hash,
  tombstoned: z.boolean(),
  createdAtMs: z.number(),
  committedAtVersion: z.number(),
  valuePresent: z.boolean(),
  value: z.string().optional(),
});

export type SnapshotHeader = z.infer<typeof headerSchema>;
export type SnapshotAtom = z.infer<typeof atomSchema>;

export interface ParsedSnapshot {
  readonly header: SnapshotHeader;
  readonly atoms: readonly SnapshotAtom[];
  /** As in the file: their hash covers every member. */
  readonly edges: readonly Json[];
  readonly auditEntries: readonly Json[] | null;
  /** What the signature covers, in the form in which it is signed (RFC 8785), before it is serialized. */
  readonly signed: Json;
}

export type SnapshotParse =
  | { readonly ok: true; readonly snapshot: ParsedSnapshot }
  | { readonly ok: false; readonly refusal: SnapshotRefusal };

/** Reads a snapshot strictly. Members that the format does not define are ignored, unless the signature covers them. */
export function parseSnapshot(json: Json): SnapshotParse {
  if (!isObject(json) || !isObject(json['tree'] ?? null) || !isObject(json['signature'] ?? null))
    return refuse({ kind: 'not-a-snapshot' });
  const version = json['formatVersion'];
  if (typeof version !== 'string') return refuse({ kind: 'not-a-snapshot' });
  if (version !== '1.0.0') return refuse({ kind: 'other-version', version });
  const header = headerSchema.safeParse(json);
  if (!header.success) return refuse(badField('', header.error));

  const { atoms: rawAtoms, edges, auditLogExcerpt = null } = json;
  if (!isList(rawAtoms)) return refuse({ kind: 'bad-field', field: 'atoms' });
  if (!isList(edges)) return refuse({ kind: 'bad-field', field: 'edges' });
  if (rawAtoms.length > mostSnapshotAtoms)
    return refuse({ kind: 'too-large', limit: mostSnapshotAtoms, unit: 'atoms' });
  if (edges.length > mostSnapshotEdges)
    return refuse({ kind: 'too-large', limit: mostSnapshotEdges, unit: 'edges' });
  const atoms: SnapshotAtom[] = [];
  for (const [at, raw] of rawAtoms.entries()) {
    const atom = atomSchema.safeParse(raw);
    if (!atom.success) return refuse(badField(`atoms[${String(at)}]`, atom.error));
    atoms.push(atom.data);
  }
  const entries = isObject(auditLogExcerpt) ? auditLogExcerpt['entries'] : null;
  if (auditLogExcerpt !== null && !isList(entries))
    return refuse({ kind: 'bad-field', field: 'auditLogExcerpt.entries' });
  const { sig: _sig, ...signature } = json['signature'] as JsonObject;
  const { formatVersion = null, formatUri = null, exporter = null, tree = null } = json;
  return {
    ok: true,
    snapshot: {
      header: header.data,
      atoms,
      edges,
      auditEntries: isList(entries) ? entries : null,
      signed: { formatVersion, formatUri, exporter, tree, signature },
    },
  };
}

type JsonObject = { readonly [name: string]: Json };

function refuse(refusal: SnapshotRefusal): SnapshotParse {
  return { ok: false, refusal };
}

function badField(at: string, { issues }: z.ZodError): SnapshotRefusal {
  const [issue] = issues;
  const path = (issue?.path ?? []).map((step) =>
    typeof step === 'number' ? `[${step}]` : `.${String(step)}`,
  );
  return { kind: 'bad-field', field: `${at}${path.join('')}`.replace(/^\./, '') };
}

function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function isList(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json);
}
