import { evidenceRefused } from './sealBundle.ts';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { AppError } from '#shared/domain/appError.ts';
import type { EvidenceContents, OpenedEvidence, OpenedRead } from '#shared/domain/openedEvidence.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { groundsOfAudit } from '#shared/audit/auditGrounds.ts';
import { auditVerdict } from '#shared/audit/auditVerdict.ts';
import type { AuditEvidence } from '#shared/evidence/auditEvidence.ts';
import { limitsToShow } from '#shared/evidence/bundleLimits.ts';
import { plainText } from '#shared/evidence/carriedText.ts';
import { evidenceLimits } from '#shared/evidence/limits.ts';
import type { EvidenceStatement } from '#shared/evidence/statement.ts';
import type { EvidenceReading, TrustedKey, VerifiedEvidence } from '#shared/evidence/verifyEvidence.ts';
import { pinOf } from '#shared/evidence/verifyReads.ts';
import type { SavedFile } from '#shared/ipc/appTypes.ts';
import type { ReportFormat } from '#shared/report/reportText.ts';
import { auditHeadline } from '#shared/text/auditHeadline.ts';
import { auditCountsWords, auditReasonWords, selfTestWords } from '#shared/text/auditWords.ts';
import { groundsWords } from '#shared/text/groundWords.ts';
import { evidenceRefusalWords, evidenceSummary, findingWords } from '#shared/text/evidenceWords.ts';
import { schemeWords } from '#shared/text/schemeWords.ts';
import type { SealEffects } from './sealBundle.ts';
import type { BundleToVerify } from './evidenceThread.ts';
import { fileFailed, type UserFiles } from '../storage/userFiles/userFiles.ts';
import type { InstallationKey } from '../connections/identity/installationKey.ts';
import type { TrustedKeys } from '../connections/identity/trustedKeys.ts';
import type { TimestampAuthorities } from './timestamps/timestampAuthorities.ts';

/** Bundles that the user opens. They are verified offline, and the last one is held for the window. */
export interface OpenedBundles {
  /** Asks for a file; null if the user cancels. */
  readonly choose: () => Promise<Result<OpenedEvidence | null>>;
  /** A file that was dropped on the window. */
  readonly openBytes: (fileName: string, bytes: Uint8Array) => Promise<Result<OpenedEvidence>>;
  /** A file that the system passed to the app. */
  readonly openPath: (file: string) => Promise<Result<OpenedEvidence>>;
  readonly read: (id: string, at: number) => Result<OpenedRead>;
  /** The body of a response as received; base64 if it is not text. */
  readonly response: (id: string, at: number) => Result<string>;
  /** Asks where to save a report about it. */
  readonly saveReport: (id: string, format: ReportFormat) => Promise<Result<SavedFile>>;
  readonly close: (id: string) => void;
}

export interface OpenedBundlesEffects {
  readonly installationKey: Pick<InstallationKey, 'known'>;
  readonly trustedKeys: Pick<TrustedKeys, 'list'>;
  readonly files: Pick<UserFiles, 'open' | 'save'>;
  readonly report: SealEffects['report'];
  readonly timestampAuthorities: Pick<TimestampAuthorities, 'anchors'>;
  /** null if it took too long. */
  readonly verify: (bundle: BundleToVerify) => Promise<EvidenceReading | null>;
  readonly newId: () => string;
}

/** Longer than the largest bundle of the app takes. */
export const mostVerifyingMs = 120_000;

interface Held {
  readonly id: string;
  readonly fileName: string;
  readonly bundle: BundleToVerify;
  readonly evidence: VerifiedEvidence;
  readonly statement: EvidenceStatement;
}

export function createOpenedBundles(effects: OpenedBundlesEffects): OpenedBundles {
  let held: Held | null = null;

  const openBytes: OpenedBundles['openBytes'] = async (fileName, bytes) => {
    const [own, trusted, anchors] = await Promise.all([
      effects.installationKey.known(),
      effects.trustedKeys.list(),
      effects.timestampAuthorities.anchors(),
    ]);
    const keys: TrustedKey[] = [
      ...(own.current === null ? [] : [{ fingerprint: own.current.fingerprint, source: 'own' } as const]),
      ...own.earlier.map(({ fingerprint }) => ({ fingerprint, source: 'former' }) as const),
      ...trusted.map(({ fingerprint }) => ({ fingerprint, source: 'trusted' }) as const),
    ];
    const bundle = { bytes, trustedKeys: keys, anchors };
    const reading = await effects.verify(bundle);
    if (reading === null) return fail(evidenceRefused(tooSlow));
    if (!reading.ok) return fail(evidenceRefused(evidenceRefusalWords(reading.refusal)));
    const { evidence } = reading;
    const { statement, signer } = evidence;
    const id = effects.newId();
    held = statement === null ? null : { id, fileName, bundle, evidence, statement };
    const name = trusted.find(({ fingerprint }) => fingerprint === signer.fingerprint)?.name ?? null;
    return succeed({
      id,
      fileName,
      status: evidence.status,
      isIntact: evidence.isIntact,
      signer: { fingerprint: signer.fingerprint, trust: signer.trust, name },
      ...evidenceSummary(evidence, name),
      findings: evidence.findings.map((finding) => ({ code: finding.code, ...findingWords(finding) })),
      contents: statement === null ? null : contentsOf(statement, evidence),
    });
  };
  const openPath: OpenedBundles['openPath'] = async (file) => {
    let bytes: Uint8Array;
    try {
      const handle = await open(file, 'r');
      try {
        const { size } = await handle.stat();
        if (size > evidenceLimits.bytes)
          return fail(
            evidenceRefused(
              evidenceRefusalWords({ code: 'too-large', bytes: size, limit: evidenceLimits.bytes }),
            ),
          );
        bytes = await handle.readFile();
      } finally {
        await handle.close();
      }
    } catch (error) {
      return fileFailed(error, file);
    }
    return openBytes(path.basename(file), bytes);
  };
  const find = (id: string): Held | null => (held?.id === id ? held : null);

  return {
    choose: async () => {
      const file = await effects.files.open({ title: 'Evidence', extensions: ['json'] });
      if (!file.ok) return file;
      return file.value === null ? succeed(null) : openBytes(file.value.name, file.value.bytes);
    },
    openBytes,
    openPath,
    read: (id, at) => {
      const { statement, evidence } = find(id) ?? {};
      const read = statement?.predicate.reads[at];
      const verified = evidence?.reads[at];
      return read === undefined || verified === undefined ? fail(gone) : succeed({ read, verified });
    },
    response: (id, at) => {
      const body = find(id)?.statement.predicate.rawResponses[at]?.body;
      if (body === undefined) return fail(gone);
      return succeed('text' in body ? body.text : body.base64);
    },
    saveReport: async (id, format) => {
      const opened = find(id);
      if (opened === null) return fail(gone);
      const { bundle, fileName } = opened;
      const text = await effects.report({ ...bundle, format, withValues: true });
      if (text === null) return fail(gone);
      return effects.files.save(`${fileName.replace(/(?:\.sigstore)?\.json$/i, '')}.${format}`, text);
    },
    close: (id) => {
      if (find(id) !== null) held = null;
    },
  };
}

/** What the window shows at first. Values, proofs and bodies follow on demand. */
function contentsOf({ predicate }: EvidenceStatement, evidence: VerifiedEvidence): EvidenceContents {
  const { app, scope, service, ledger } = predicate;
  const readBacks = new Map(
    evidence.readBacks.map(({ receipt, atom, status }) => [`${String(receipt)} ${String(atom)}`, status]),
  );
  return {
    observedAt: predicate.observedAt,
    app: `${app.name} ${app.version}`,
    about: plainText(scope.title),
    service,
    rules: predicate.schemes.map((scheme) => {
      const { title, found, covers, path: paths, leaf } = schemeWords(pinOf(scheme));
      const rules = [...paths.slice(0, mostRulesShown), ...leaf.slice(0, mostRulesShown)];
      return { title, words: [found, covers, ...rules.map(({ words }) => words)] };
    }),
    audit: predicate.audit === undefined ? null : recordedAudit(predicate.audit),
    // What the result does without belongs to what it does not show.
    notShown: [...groundsWords(evidence.open), ...limitsToShow(predicate).map(({ words }) => words)],
    reads: predicate.reads.map(({ key }, at) => {
      const verified = evidence.reads[at];
      return {
        key: plainText(key),
        status: verified?.status ?? 'red',
        differs: (verified?.differences.length ?? 0) > 0,
      };
    }),
    missing: predicate.missing.map(({ key, at }) => ({ key: plainText(key), at })),
    responses: predicate.rawResponses.map(({ method, path: requested, status, at, body }) => ({
      request: `${method} ${requested}`,
      status,
      at,
      bytes: 'text' in body ? Buffer.byteLength(body.text) : Math.floor((body.base64.length * 3) / 4),
    })),
    receipts: predicate.receipts.map(({ title, outcome, startedAt, source, atoms }, receipt) => ({
      title: plainText(title),
      outcome,
      at: startedAt,
      fileSha256: source?.sha256 ?? null,
      atoms: atoms.map(({ key }, atom) => ({
        key: plainText(key),
        readBack: readBacks.get(`${String(receipt)} ${String(atom)}`) ?? null,
      })),
    })),
    contradictions: predicate.contradictions.map(({ words }) => words),
    ledgerEntries: (ledger?.entries ?? []).map(({ index, leaf }) => ({ index, leaf })),
    checkpoint: ledger?.checkpoint ?? null,
    pins: predicate.pins.map(({ rootHash, source, note }) => ({ rootHash, source, note })),
  };
}

function recordedAudit({ header, footer, file }: AuditEvidence): EvidenceContents['audit'] {
  const verdict = auditVerdict(header, footer, groundsOfAudit(header, footer));
  return {
    name: plainText(header.name),
    startedAt: header.startedAt,
    finishedAt: footer.finishedAt,
    headline: auditHeadline(verdict, { ...header, ...footer }),
    // What the self-test showed is said below.
    reasons: verdict.reasons.filter(({ code }) => code !== 'self-test').map(auditReasonWords),
    counts: auditCountsWords(footer),
    selfTest: selfTestWords(footer.selfTest, footer.counts),
    fileSha256: file.sha256,
  };
}

/** Of each kind; while several still fit, there may be hundreds. */
const mostRulesShown = 3;

const tooSlow =
  'Verification was stopped because it took too long. The file may have been made to keep computers busy.';
const gone: AppError = {
  code: 'invalid_input',
  field: 'id',
  message: 'This evidence is no longer open.',
  requestId: null,
};
