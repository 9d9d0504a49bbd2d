import type { AuditFooter, AuditHeader } from '#shared/audit/auditFile.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { AuditEvidenceOutline, AuditValues } from '#shared/domain/auditEvidence.ts';
import type { EvidenceInput, ReadToCarry } from '#shared/evidence/buildStatement.ts';
import { evidenceLimits } from '#shared/evidence/limits.ts';
import { auditScopeWords } from '#shared/text/auditWords.ts';
import { gatherKeys, outlineOf, rawResponsesOf, type Gathered } from '../evidence/gatherEvidence.ts';
import type { RecentAnswers } from '../evidence/recentAnswers.ts';
import type { DescribedAudit } from './auditTasks.ts';
import { readLines } from './keyLines.ts';

/** Failed reads with their responses. The file of the audit names all failures. */
const mostFailures = 500;
/** Of responses as received, in bytes. */
const mostRawBytes = 8 * 1024 * 1024;
/** UTF-16 units of atoms as received: larger bundles are refused. */
const mostUnits = evidenceLimits.bytes / 3;
/** Keys that an outline names. */
const mostNamed = 50;

/** What was received of the keys of an audit. */
export type AuditResponses = Pick<EvidenceInput, 'reads' | 'missing' | 'rawResponses'>;

/** For merged parts: nothing of them is in memory. */
export const noResponses: AuditResponses = { reads: [], missing: [], rawResponses: [] };

/** What is still in memory of what an audit received. */
interface AuditInMemory extends Pick<EvidenceInput, 'reads' | 'missing'> {
  readonly failed: ReadonlySet<string>;
  /** The responses of failed keys that a bundle has room for. */
  readonly answers: Gathered['answers'];
}

type Answers = Pick<RecentAnswers, 'all' | 'ofRequest' | 'ofKey'>;
type Described = Pick<DescribedAudit, 'header' | 'footer' | 'failures'>;

/** What is included by default: all values, and the responses of failed keys. */
const everything = { values: { kind: 'all' }, rawResponses: true } as const;

/**
 * The responses that an audit received, as far as they are still in memory: failures first, and these also as received.
 *
 * @param keysFile the keys of the audit, one a line; null: only the failures
 */
export async function auditResponses(
  answers: Answers,
  id: ConnectionId,
  audit: Described,
  keysFile: string | null,
  wanted: { readonly values: AuditValues; readonly rawResponses: boolean } = everything,
): Promise<AuditResponses> {
  const found = await auditInMemory(answers, id, audit, keysFile);
  const isIncluded = valuesIn(wanted.values, found.failed);
  return {
    reads: found.reads.map((read) => (isIncluded(nameOf(read)) ? read : { ...read, leavesOutValue: true })),
    missing: found.missing,
    rawResponses: wanted.rawResponses ? rawResponsesOf(found.answers) : [],
  };
}

/** What a bundle would contain with these values. */
export async function outlineAudit(
  answers: Answers,
  id: ConnectionId,
  audit: Described,
  keysFile: string | null,
  values: AuditValues,
): Promise<AuditEvidenceOutline> {
  const found = await auditInMemory(answers, id, audit, keysFile);
  const isIncluded = valuesIn(values, found.failed);
  const included = found.reads.filter((read) => isIncluded(nameOf(read)));
  const { responses, responseBytes, otherAtoms } = outlineOf({
    answers: found.answers,
    reads: included,
    missing: [],
  });
  const names = found.reads.map(nameOf);
  const chosen = values.kind === 'chosen' ? values.keys : [];
  return {
    service: audit.header.service,
    records: audit.footer.counts.records,
    failures: audit.failures.length,
    reads: found.reads.length,
    failedReads: names.filter((name) => found.failed.has(name)).length,
    missing: found.missing.length,
    values: included.length,
    valueBytes: included.reduce((sum, { reading }) => sum + Buffer.byteLength(reading.value, 'utf8'), 0),
    valueKeys: included.slice(0, mostNamed).map(nameOf),
    unmatched: chosen.filter((one) => !names.some((name) => isChosen(one, name))).slice(0, mostNamed),
    responses,
    responseBytes,
    otherAtoms,
  };
}

/** Whether a value is included, by the name under which its atom was requested. */
function valuesIn(values: AuditValues, failed: ReadonlySet<string>): (key: string) => boolean {
  switch (values.kind) {
    case 'none':
      return () => false;
    case 'failures':
      return (key) => failed.has(key);
    case 'all':
      return () => true;
    case 'chosen':
      return (key) => values.keys.some((one) => isChosen(one, key));
  }
}

/** `v1.user.*` is every key that begins so; any other text is the key itself. */
function isChosen(chosen: string, key: string): boolean {
  return chosen === key || (chosen.endsWith('*') && key.startsWith(chosen.slice(0, -1)));
}

function nameOf({ requestedKey, reading }: ReadToCarry): string {
  return requestedKey ?? reading.key;
}

async function auditInMemory(
  answers: Answers,
  id: ConnectionId,
  { header, footer, failures }: Described,
  keysFile: string | null,
): Promise<AuditInMemory> {
  const [from, to] = [Date.parse(header.startedAt), Date.parse(footer.finishedAt)];
  // What the user read before and after is not what the audit received.
  const own = answers.all(id).filter(({ exchange: { startedAt } }) => startedAt >= from && startedAt <= to);
  const ofAudit = { ...answers, all: () => own };
  const failed = gatherKeys(ofAudit, id, failures.slice(0, mostFailures)).gathered;
  let rawBytes = 0;
  const withRoom = failed.answers.filter(({ body }) => {
    rawBytes += body?.length ?? 0;
    return rawBytes <= mostRawBytes;
  });
  const others = keysFile === null ? [] : await keysHere(own, keysFile, new Set(failures));
  const other = gatherKeys(ofAudit, id, others).gathered;
  let units = 0;
  const reads = [...failed.reads.slice(0, mostFailures), ...other.reads].filter(({ reading }, at) => {
    units += reading.raw.length;
    return at < evidenceLimits.reads && units <= mostUnits;
  });
  return {
    reads,
    missing: missingIn(own, [...failures, ...others], reads),
    failed: new Set(failures),
    answers: withRoom,
  };
}

/** The keys of the audit that responses in memory are about. */
async function keysHere(
  answers: Gathered['answers'],
  keysFile: string,
  except: ReadonlySet<string>,
): Promise<readonly string[]> {
  const inMemory = new Set(
    answers.flatMap(({ reads, missing }) => [
      ...reads.map(({ requestedKey, reading }) => requestedKey ?? reading.key),
      ...missing,
    ]),
  );
  const found: string[] = [];
  for await (const keys of readLines(keysFile))
    for (const key of keys)
      if (typeof key === 'string' && inMemory.has(key) && !except.has(key)) found.push(key);
  return found;
}

/** Keys that were not returned when they were last requested. */
function missingIn(
  answers: Gathered['answers'],
  keys: readonly string[],
  reads: Gathered['reads'],
): EvidenceInput['missing'] {
  const read = new Set(reads.map(nameOf));
  const wanted = new Set(keys.filter((key) => !read.has(key)));
  return answers
    .flatMap(({ exchange, missing }) =>
      missing
        .filter((key) => wanted.delete(key))
        .map((key) => ({ key, requestId: exchange.requestId, at: exchange.startedAt })),
    )
    .slice(0, evidenceLimits.missing);
}

/** What an evidence bundle about an audit is made from. */
export function auditEvidenceInput(audit: {
  readonly header: AuditHeader;
  readonly footer: AuditFooter;
  /** The whole file of the audit. */
  readonly file: { readonly sha256: string; readonly bytes: number };
  readonly responses: AuditResponses;
  readonly appVersion: string;
  /** Epoch milliseconds. */
  readonly at: number;
}): EvidenceInput {
  const { header, footer, file, responses } = audit;
  return {
    observedAt: audit.at,
    appVersion: audit.appVersion,
    scope: { kind: 'audit', title: auditScopeWords(header.scope), requested: header.keys.total },
    service: header.service,
    withValues: true,
    ...responses,
    receipts: [],
    ledger: null,
    contradictions: [],
    pins: [],
    audit: { file, header, footer },
  };
}
