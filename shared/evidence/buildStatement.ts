import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { AtomReading } from '../domain/atom.ts';
import type { Json } from '../domain/json.ts';
import type { RootPin } from '../domain/pin.ts';
import type { UploadCounts } from '../domain/upload.ts';
import type { WriteReceipt } from '../domain/writeReceipt.ts';
import { toBase64 } from '../merkle/base64.ts';
import type { SchemePin } from '../merkle/scheme.ts';
import type { Verdict } from '../merkle/verdict.ts';
import { notShownBy } from '../text/notShownWords.ts';
import { pinSourceWords } from '../text/pinWords.ts';
import { hasLoneSurrogate } from '../text/surrogates.ts';
import { verdictRecord } from '../text/verdictRecord.ts';
import type { AuditEvidence } from './auditEvidence.ts';
import { limitsOfAudit } from './bundleLimits.ts';
import { carryJson, carryText, unicodeOf } from './carriedText.ts';
import { evidenceLimits } from './limits.ts';
import { statementFieldRefusal, type EvidenceRefusal } from './refusal.ts';
import {
  evidenceStatement,
  predicateType,
  statementText,
  statementType,
  type EvidencePredicate,
  type EvidenceRead,
  type EvidenceReceipt,
  type EvidenceScheme,
  type EvidenceScope,
  type EvidenceStatement,
  type EvidenceVerdict,
} from './statement.ts';
import { sha256Hex, subjectsOf } from './subjects.ts';
import { utf8Text } from './utf8Text.ts';

/** What is to be handed over. Times in epoch milliseconds. No part of it may hold an API key. */
export interface EvidenceInput {
  readonly observedAt: number;
  readonly appVersion: string;
  readonly scope: {
    readonly kind: EvidenceScope;
    /** The key, the name of the selection or run, and so on. */
    readonly title: string;
    /** The number of atoms that were requested; null if no keys were requested. */
    readonly requested: number | null;
  };
  readonly service: {
    readonly name: string;
    /** null for the embedded demo memory. */
    readonly address: string | null;
  };
  /** false: values and raw responses, which hold them, are left out. */
  readonly withValues: boolean;
  readonly reads: readonly ReadToCarry[];
  /** Keys that were requested and not returned. */
  readonly missing: readonly { readonly key: string; readonly requestId: string; readonly at: number }[];
  readonly rawResponses: readonly RawResponse[];
  readonly receipts: readonly { readonly receipt: WriteReceipt; readonly pin: SchemePin | null }[];
  readonly ledger: EvidencePredicate['ledger'];
  readonly contradictions: EvidencePredicate['contradictions'];
  readonly pins: readonly {
    readonly rootHash: string;
    readonly treeSize: string | null;
    readonly source: string;
    readonly note: string;
    readonly pinnedAt: number;
  }[];
  /** Absent unless it is about an audit. The reads are then what is still in memory of it, failures first. */
  readonly audit?: AuditEvidence;
}

export interface ReadToCarry {
  readonly reading: AtomReading;
  /** null if no key was requested (recall). */
  readonly requestedKey: string | null;
  /** The hashing rules that its verdict was made by, not those of a later time. */
  readonly pin: SchemePin | null;
  /** Only the SHA-256 and length of its value are included, although other values are. */
  readonly leavesOutValue?: boolean;
}

/** A response as received, with the API key removed. */
export interface RawResponse {
  readonly requestId: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly status: number;
  readonly startedAt: number;
  readonly elapsedMs: number;
  readonly body: string | Uint8Array;
}

export type BuiltStatement =
  | { readonly ok: true; readonly statement: EvidenceStatement }
  /** A bundle cannot hold it, or not as much of it. */
  | { readonly ok: false; readonly refusal: EvidenceRefusal };

export function buildStatement(input: EvidenceInput): BuiltStatement {
  for (const what of ['reads', 'missing', 'rawResponses', 'receipts', 'pins', 'contradictions'] as const)
    if (input[what].length > evidenceLimits[what]) return tooMany(what, input[what].length);
  if (isAboutNothing(input)) return { ok: false, refusal: { code: 'nothing' } };

  const schemes = createSchemeList();
  const reads = input.reads.map((read) =>
    carryRead(read, input.withValues && read.leavesOutValue !== true, schemes.add),
  );
  const receipts = input.receipts.map((each) => carryReceipt(each, schemes.add));
  const contents = {
    schemes: schemes.list,
    reads,
    missing: input.missing.map(({ key, requestId, at }) => ({
      key: carryText(key),
      requestId,
      at: isoTime(at),
    })),
    rawResponses: input.withValues ? input.rawResponses.map(carryResponse) : [],
    receipts,
    ledger: input.ledger,
    contradictions: input.contradictions,
    pins: pinsOf(input).map(({ source, note, pinnedAt, ...pin }) => ({
      ...pin,
      source: unicodeOf(source),
      note: unicodeOf(note),
      pinnedAt: isoTime(pinnedAt),
    })),
    // Names in it may be no valid Unicode, as those of atoms.
    ...(input.audit !== undefined && {
      audit: carryJson(input.audit) as unknown as AuditEvidence,
    }),
  };
  const { kind, title, requested } = input.scope;
  const predicate = {
    observedAt: isoTime(input.observedAt),
    app: { name: 'Atom Explorer', version: input.appVersion },
    scope: { kind, title: carryText(title), requested },
    service: {
      name: unicodeOf(input.service.name),
      address: input.service.address === null ? null : withoutCredentials(input.service.address),
    },
    ...contents,
  };
  if (schemes.list.length > evidenceLimits.schemes) return tooMany('schemes', schemes.list.length);
  const whole = {
    ...predicate,
    notShown: [
      ...notShownBy(predicate, input.withValues && reads.every(({ value }) => value !== undefined)),
      ...(input.audit === undefined ? [] : limitsOfAudit(input.audit, reads.length)),
    ],
  };
  // The schema fixes the order of properties, and refuses what `parseStatement` would refuse.
  const statement = evidenceStatement.safeParse({
    _type: statementType,
    subject: subjectsOf(whole),
    predicateType,
    predicate: whole,
  });
  if (!statement.success) return { ok: false, refusal: statementFieldRefusal(statement.error) };
  // Nobody could read a file that is larger. Base64 takes a third more, and the envelope less than 1,000 bytes.
  const payload = utf8ToBytes(statementText(statement.data as unknown as Json)).length;
  const bytes = 4 * Math.ceil(payload / 3) + 1_000;
  if (bytes > evidenceLimits.bytes)
    return { ok: false, refusal: { code: 'too-large', bytes, limit: evidenceLimits.bytes } };
  return { ok: true, statement: statement.data };
}

/** A signature under nothing would look like evidence that nothing is wrong. */
function isAboutNothing({
  reads,
  missing,
  rawResponses,
  withValues,
  receipts,
  contradictions,
  audit,
}: EvidenceInput): boolean {
  const hasResponses = withValues && rawResponses.length > 0;
  const hasReceipts = receipts.some(({ receipt }) => receipt.atoms.length > 0);
  const lists = [reads, missing, contradictions];
  return lists.every(({ length }) => length === 0) && !hasResponses && !hasReceipts && audit === undefined;
}

/** With the pins that verdicts name, which may have been removed since. */
function pinsOf({ pins, reads }: Pick<EvidenceInput, 'pins' | 'reads'>): EvidenceInput['pins'] {
  const all = [...pins];
  for (const { reading } of reads) {
    const pin = pinOfVerdict(reading.verdict);
    if (pin === null || all.some((one) => one.rootHash === pin.rootHash && one.treeSize === pin.treeSize))
      continue;
    const { rootHash, treeSize, source, note, pinnedAt } = pin;
    all.push({ rootHash, treeSize, source: pinSourceWords(source), note, pinnedAt });
  }
  return all.slice(0, evidenceLimits.pins);
}

function pinOfVerdict({ checks }: Verdict): RootPin | null {
  const reason = checks.find(({ name }) => name === 'root')?.reason;
  return reason?.code === 'root' && reason.rootStatus?.kind === 'pinned' ? reason.rootStatus.pin : null;
}

function tooMany(what: keyof typeof evidenceLimits, count: number): BuiltStatement {
  return { ok: false, refusal: { code: 'too-many', what, count, limit: evidenceLimits[what] } };
}

function carryRead(
  { reading, requestedKey, pin }: ReadToCarry,
  withValues: boolean,
  scheme: (pin: SchemePin | null) => number | null,
): EvidenceRead {
  const { key, value, version, hash, proof, verdict, exchange } = reading;
  const bytes = hasLoneSurrogate(value) ? null : utf8ToBytes(value);
  return {
    key: carryText(key),
    requestedKey: requestedKey === null ? null : carryText(requestedKey),
    ...(withValues ? { value: carryText(value) } : {}),
    valueSha256: bytes === null ? null : sha256Hex(bytes),
    valueBytes: bytes?.length ?? null,
    version: finiteOrNull(version),
    hash: hash === null ? null : carryText(hash),
    proof: carryJson(proof),
    requestId: exchange.requestId,
    at: isoTime(exchange.startedAt),
    scheme: scheme(pin),
    verdict: carryVerdict(verdict),
  };
}

/** The record of a verdict, without what only the window needs. */
function carryVerdict(verdict: Verdict): EvidenceVerdict {
  const { status, title, checks, binds, grounds } = verdictRecord(verdict);
  const carried = Object.entries(checks).map(([name, { status: result, code, why }]) => [
    name,
    { status: result, code, why: unicodeOf(why) },
  ]);
  return {
    status,
    title,
    // One for each name, as the record has them.
    checks: Object.fromEntries(carried) as EvidenceVerdict['checks'],
    binds: [...binds],
    grounds: grounds.map(({ why, ...ground }) => ({ ...ground, why: unicodeOf(why) })),
  };
}

function carryResponse(response: RawResponse): EvidencePredicate['rawResponses'][number] {
  const { requestId, method, path, status, startedAt, elapsedMs, body } = response;
  return {
    requestId,
    method,
    path,
    status,
    at: isoTime(startedAt),
    elapsedMs: Math.max(0, elapsedMs),
    body: carryBody(body),
  };
}

function carryBody(body: string | Uint8Array): EvidencePredicate['rawResponses'][number]['body'] {
  const bytes = typeof body === 'string' ? utf8ToBytes(body) : body;
  const text = utf8Text(bytes);
  return text === null ? { base64: toBase64(bytes) } : { text };
}

function carryReceipt(
  { receipt, pin }: EvidenceInput['receipts'][number],
  scheme: (pin: SchemePin | null) => number | null,
): EvidenceReceipt {
  const { id, kind, outcome, title, atomCount, rootBefore, rootAfter, otherWrites, errorCode } = receipt;
  return {
    id,
    kind,
    outcome,
    title: carryText(title),
    atomCount,
    startedAt: isoTime(receipt.startedAt),
    endedAt: isoTime(receipt.endedAt),
    rootBefore: rootBefore === null ? null : carryText(rootBefore),
    rootAfter: rootAfter === null ? null : carryText(rootAfter),
    otherWrites: { before: otherWrites.before, after: otherWrites.after },
    errorCode,
    scheme: scheme(pin),
    ...(receipt.source !== null && {
      source: {
        bytes: receipt.source.bytes,
        sha256: receipt.source.sha256,
        key: carryText(receipt.source.key),
        valueColumns: receipt.source.valueColumns.map(carryText),
      },
    }),
    ...(receipt.counts !== null && { rows: carryRowCounts(receipt.counts) }),
    atoms: receipt.atoms.map((atom) => ({
      key: carryText(atom.key),
      bytes: atom.bytes,
      sha256: atom.sha256,
      before: atom.before,
      versionBefore: finiteOrNull(atom.versionBefore),
      version: finiteOrNull(atom.version),
      hash: atom.hash === null ? null : carryText(atom.hash),
      createdAt: finiteOrNull(atom.createdAt),
      missing: atom.missing,
      readBack:
        atom.readBack === null
          ? null
          : {
              version: finiteOrNull(atom.readBack.version),
              holdsValue: atom.readBack.holdsValue,
              verdict: atom.readBack.verdict,
              proof: carryJson(atom.readBack.proof),
            },
    })),
  };
}

function carryRowCounts({ outcomes }: UploadCounts): NonNullable<EvidenceReceipt['rows']> {
  const { stored, same, unknown, refused, held, skipped, waiting } = outcomes;
  return { stored, same, unknown, refused, notSent: held + skipped + waiting };
}

/** Each set of rules once, in the order in which they are first needed. */
function createSchemeList() {
  const list: EvidenceScheme[] = [];
  const places = new Map<string, number>();
  const add = (pin: SchemePin | null): number | null => {
    if (pin === null) return null;
    const { origin, samples, confirmations = 0, pinnedAt, path, leaf } = pin;
    const scheme = {
      origin,
      samples,
      confirmations,
      pinnedAt: isoTime(pinnedAt),
      path: [...path],
      leaf: [...leaf],
    };
    // How many proofs confirmed the rules grows with every read; the rules stay the same.
    const name = JSON.stringify({ ...scheme, confirmations: 0 });
    const place = places.get(name);
    if (place !== undefined) {
      const known = list[place];
      if (known !== undefined && known.confirmations < confirmations) list[place] = scheme;
      return place;
    }
    places.set(name, list.length);
    list.push(scheme);
    return list.length - 1;
  };
  return { list, add };
}

function finiteOrNull(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}

function withoutCredentials(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1');
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
