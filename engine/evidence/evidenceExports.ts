import path from 'node:path';
import type { BatchReading } from '#shared/domain/atom.ts';
import type { KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type {
  EvidenceAbout,
  EvidenceChoice,
  EvidenceFormat,
  EvidenceOutline,
  SavedEvidence,
} from '#shared/domain/evidence.ts';
import type { ExportProgress, JobOf } from '#shared/domain/job.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { EvidenceInput } from '#shared/evidence/buildStatement.ts';
import { evidenceLimits } from '#shared/evidence/limits.ts';
import { exportFileName } from '#shared/text/exportFileName.ts';
import { pinSourceWords } from '#shared/text/pinWords.ts';
import { worstInName } from '#shared/text/verdictInName.ts';
import type { Catalogues } from '../known/catalogues.ts';
import type { Connections } from '../connections/connections.ts';
import { serviceOfConnection } from '../connections/serviceOfConnection.ts';
import { replacedLink } from '../storage/userFiles/replacedLink.ts';
import { fileFailed, type UserFiles } from '../storage/userFiles/userFiles.ts';
import type { Signer } from '../connections/identity/ed25519.ts';
import type { InstallationKey } from '../connections/identity/installationKey.ts';
import { allSelected, type JobMemory } from '../known/jobMemory.ts';
import type { JobControl, Jobs } from '../jobs/jobs.ts';
import { readInBatches, type BatchReadingOptions } from '../reading/runs/readInBatches.ts';
import type { Pins } from '../roots/pins/pins.ts';
import type { Readings } from '../reading/readings.ts';
import { writeWholeFile } from '../storage/wholeFile.ts';
import type { TimestampRequests } from './timestamps/requestTimestamps.ts';
import type { Receipts } from '../writing/receipts.ts';
import {
  gatherAtom,
  gatherKeys,
  gatherReceipt,
  gatherRequest,
  gatherUpload,
  outlineOf,
  rawResponsesOf,
  type Gathered,
} from './gatherEvidence.ts';
import { contradictionOf, ledgerOfReads } from './ledgerEvidence.ts';
import { receiptToSign, tooManyAtoms } from './receiptToSign.ts';
import type { RecentAnswers } from './recentAnswers.ts';
import { evidenceRefused, sealBundle, type SealEffects } from './sealBundle.ts';
import { writeVerifierBeside } from './verifierBeside.ts';

/** Signs what this installation read, and saves it where the user chooses. */
export interface EvidenceExports {
  /** What a file would contain. Sends nothing. */
  readonly outline: (id: ConnectionId, about: EvidenceAbout) => Promise<Result<EvidenceOutline>>;
  /** An atom whose response is no longer kept is read again first. */
  readonly save: (
    id: ConnectionId,
    about: EvidenceAbout,
    choice: EvidenceChoice,
  ) => Promise<Result<SavedEvidence>>;
  /**
   * A job: atoms of which no response is kept are read. Fails at once if nothing can be signed. null if the user
   * canceled.
   */
  readonly saveSelection: (
    id: ConnectionId,
    selection: KeySelection,
    choice: EvidenceChoice,
  ) => Promise<Result<JobOf<'export'> | null>>;
}

export interface EvidenceExportsEffects extends SealEffects {
  readonly answers: Pick<RecentAnswers, 'all' | 'ofRequest' | 'ofKey'>;
  readonly readings: Pick<Readings, 'read' | 'readMany'>;
  readonly connections: Pick<Connections, 'profile'>;
  readonly receipts: Pick<Receipts, 'read' | 'rows'>;
  readonly pins: Pick<Pins, 'of'>;
  readonly catalogues: Pick<Catalogues, 'of'>;
  readonly installationKey: Pick<InstallationKey, 'current'>;
  readonly jobs: Pick<Jobs, 'start'>;
  readonly memory: Pick<JobMemory, 'selected'>;
  readonly files: Pick<UserFiles, 'save'>;
  /** The chosen path; null if the user canceled. */
  readonly askWhereToSave: (suggestedName: string) => Promise<string | null>;
  readonly timestamps: TimestampRequests;
  /** The text of the verification script. */
  readonly script: string;
  readonly appVersion: string;
  readonly newId: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

interface Contents {
  readonly gathered: Gathered;
  /** Instead of the entries of its reads. */
  readonly contradiction?: Pick<EvidenceInput, 'ledger' | 'contradictions'>;
  readonly scope: EvidenceInput['scope'];
  readonly receipts: EvidenceInput['receipts'];
  /** A word for the file name. */
  readonly name: string;
  /** Keys to read before it is signed. */
  readonly others?: readonly string[];
}

export function createEvidenceExports(effects: EvidenceExportsEffects): EvidenceExports {
  const { answers, readings, connections } = effects;

  /** null if the responses are no longer kept. */
  const keptContents = async (id: ConnectionId, about: EvidenceAbout): Promise<Result<Contents | null>> => {
    switch (about.kind) {
      case 'atom': {
        const gathered = gatherAtom(answers, id, about);
        const scope = { kind: 'atom', title: about.key, requested: 1 } as const;
        return succeed(gathered && { gathered, scope, receipts: [], name: about.key });
      }
      case 'run': {
        const gathered = gatherRequest(answers, id, about.requestId);
        const scope = { kind: 'run', title: about.query, requested: null } as const;
        return succeed(gathered && { gathered, scope, receipts: [], name: about.query });
      }
      case 'receipt': {
        const read = await receiptToSign(effects, id, about.id);
        if (!read.ok) return read;
        const receipt = read.value;
        const { scheme: pin } = serviceOfConnection(connections, id);
        const { gathered, others } =
          receipt.kind === 'upload'
            ? gatherUpload(answers, id, receipt)
            : { gathered: gatherReceipt(answers, id, receipt), others: [] };
        const requested = receipt.kind === 'upload' ? receipt.atoms.length : null;
        const scope = { kind: 'receipt', title: receipt.title, requested } as const;
        return succeed({ gathered, others, scope, receipts: [{ receipt, pin }], name: receipt.title });
      }
      case 'contradiction': {
        const found = await contradictionOf(effects.catalogues, id, about.rootHash);
        if (found === null) return fail(noContradiction);
        const parts = found.requestIds.flatMap((requestId) => gatherRequest(answers, id, requestId) ?? []);
        const scope = { kind: 'contradiction', title: about.rootHash, requested: null } as const;
        const name = `root-${about.rootHash.slice(0, 16)}`;
        return succeed({ gathered: together(parts), contradiction: found, scope, receipts: [], name });
      }
    }
  };
  const contentsOf = async (id: ConnectionId, about: EvidenceAbout): Promise<Result<Contents>> => {
    const kept = await keptContents(id, about);
    if (!kept.ok) return kept;
    if (kept.value !== null) return withOthers(id, kept.value);
    if (about.kind !== 'atom') return fail(noLongerKept);
    const requestId = effects.newId();
    const read = await readings.read(id, about.key, { requestId, signal: null });
    const again = await keptContents(id, { ...about, requestId });
    if (again.ok && again.value !== null) return succeed(again.value);
    return read.ok ? fail(tooLargeToKeep) : read;
  };
  /** With the atoms that must be read first. */
  const withOthers = async (id: ConnectionId, contents: Contents): Promise<Result<Contents>> => {
    const { gathered, others = [] } = contents;
    if (others.length === 0) return succeed(contents);
    const read = await readOthers(effects, id, gatheredSize(gathered), others, {
      ask: (batch) =>
        readings.readMany(id, batch, { requestId: effects.newId(), signal: null, askedBy: 'user' }),
      took: () => undefined,
    });
    return read.ok ? succeed({ ...contents, gathered: together([gathered, ...read.value]) }) : read;
  };
  const inputOf = async (
    id: ConnectionId,
    { gathered, contradiction, scope, receipts }: Contents,
    { values, rawResponses }: EvidenceChoice,
  ): Promise<EvidenceInput> => {
    const { name, address } = serviceOfConnection(connections, id);
    const { pins } = await effects.pins.of(id);
    const { ledger, contradictions } =
      contradiction ?? (await ledgerOfReads(effects.catalogues, id, gathered));
    return {
      observedAt: effects.now(),
      appVersion: effects.appVersion,
      scope,
      service: { name, address },
      withValues: values,
      reads: gathered.reads,
      missing: gathered.missing,
      rawResponses: values && rawResponses ? rawResponsesOf(gathered.answers) : [],
      receipts,
      ledger,
      contradictions,
      pins: pins.map(({ rootHash, treeSize, source, note, pinnedAt }) => ({
        rootHash,
        treeSize,
        source: pinSourceWords(source),
        note,
        pinnedAt,
      })),
    };
  };
  /** Who signs, and who issues a timestamp. Asks for what is needed before any work is done. */
  const prepared = async (choice: EvidenceChoice) => {
    const signer = await effects.installationKey.current();
    if (!signer.ok) return signer;
    const { format, timestampFrom } = choice;
    if (format !== 'bundle' || timestampFrom === null)
      return succeed({ signer: signer.value, authority: null, choice });
    const authority = await effects.timestamps.allowed(timestampFrom);
    return authority.ok ? succeed({ signer: signer.value, authority: authority.value, choice }) : authority;
  };
  /** Its ending says whether it is a bundle or a report. */
  const fileName = (id: ConnectionId, words: string, format: EvidenceFormat, result = ''): string => {
    const about = words
      .normalize()
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
      .slice(0, 60);
    const ending = format === 'bundle' ? 'sigstore.json' : format;
    return exportFileName(
      `evidence ${about}`,
      serviceOfConnection(connections, id),
      effects.now(),
      ending,
      result,
    );
  };
  const scriptBeside = async (file: string, { format, withScript }: EvidenceChoice, signer: Signer) =>
    format === 'bundle' && withScript
      ? writeVerifierBeside(file, effects.script, signer.fingerprint)
      : succeed(null);

  return {
    outline: async (id, about) => {
      const contents = await keptContents(id, about);
      if (!contents.ok) return contents;
      if (contents.value === null) return succeed(nothingKept);
      return succeed(outlineOf(contents.value.gathered, contents.value.others?.length));
    },
    save: async (id, about, choice) => {
      const ready = await prepared(choice);
      if (!ready.ok) return ready;
      const { signer } = ready.value;
      const contents = await contentsOf(id, about);
      if (!contents.ok) return contents;
      const bundle = await sealBundle(effects, await inputOf(id, contents.value, choice), ready.value);
      if (!bundle.ok) return bundle;
      const { name, gathered } = contents.value;
      const saved = await effects.files.save(
        fileName(id, name, choice.format, resultOf(about, gathered)),
        bundle.value,
      );
      if (!saved.ok) return saved;
      if (saved.value.path !== null) {
        const beside = await scriptBeside(saved.value.path, choice, signer);
        if (!beside.ok) return beside;
      }
      return succeed({ ...saved.value, fingerprint: signedBy(signer, choice) });
    },
    saveSelection: async (id, selection, choice) => {
      const ready = await prepared(choice);
      if (!ready.ok) return ready;
      const { signer } = ready.value;
      const file = await effects.askWhereToSave(fileName(id, 'selection', choice.format));
      if (file === null) return succeed(null);
      const fingerprint = signedBy(signer, choice);
      const { format } = choice;
      const progress: ExportProgress = {
        format,
        content: 'evidence',
        path: file,
        total: null,
        done: 0,
        notRead: 0,
        ...(await replacedLink(file)),
        ...(fingerprint !== null && { fingerprint }),
      };
      const work = async (control: JobControl<'export'>): Promise<Result<null>> => {
        const keys = await allSelected(effects.memory, id, selection);
        if (keys.length > evidenceLimits.reads) return fail(tooManyAtoms);
        const gathered = await gatherSelection(effects, id, keys, control, progress);
        if (!gathered.ok) return gathered;
        const title = keys.length === 1 ? (keys[0] ?? '') : `${String(keys.length)} atoms`;
        const scope = { kind: 'selection', title, requested: keys.length } as const;
        const contents = { gathered: gathered.value, scope, receipts: [], name: 'selection' };
        const bundle = await sealBundle(effects, await inputOf(id, contents, choice), ready.value);
        if (!bundle.ok || control.signal.aborted) return bundle.ok ? succeed(null) : bundle;
        try {
          const temporary = path.join(path.dirname(file), `.${effects.newId()}.part`);
          await writeWholeFile({ file, temporary, content: bundle.value, mode: 0o666 });
          return await scriptBeside(file, choice, signer);
        } catch (error) {
          return fileFailed(error, file);
        }
      };
      return succeed(effects.jobs.start({ kind: 'export', connectionId: id, progress, work }));
    },
  };
}

/** The latest response about each key: kept, or else read now. */
async function gatherSelection(
  { answers, readings }: Pick<EvidenceExportsEffects, 'answers' | 'readings'>,
  id: ConnectionId,
  keys: readonly string[],
  { ask, report }: JobControl<'export'>,
  before: ExportProgress,
): Promise<Result<Gathered>> {
  const kept = gatherKeys(answers, id, keys);
  let progress = { ...before, total: keys.length, done: keys.length - kept.others.length };
  report(progress);
  const read = await readOthers({ answers }, id, gatheredSize(kept.gathered), kept.others, {
    ask: (batch, expects) =>
      ask((options) => readings.readMany(id, batch, { ...options, askedBy: 'user' }), expects),
    took: (asked, found) => {
      progress = { ...progress, done: progress.done + asked, notRead: progress.notRead + asked - found };
      report(progress);
    },
  });
  return read.ok ? succeed(together([kept.gathered, ...read.value])) : read;
}

/** Reads keys, as far as a bundle has room. @param before size of what it has already */
async function readOthers(
  { answers }: Pick<EvidenceExportsEffects, 'answers'>,
  id: ConnectionId,
  before: number,
  keys: readonly string[],
  how: Pick<BatchReadingOptions<BatchReading>, 'ask'> & {
    readonly took: (asked: number, found: number) => void;
  },
): Promise<Result<readonly Gathered[]>> {
  const parts: Gathered[] = [];
  let units = before;
  const read = await readInBatches({
    keys,
    before: async () => [],
    ask: (batch, expects) => (units > mostUnits ? Promise.resolve(fail(tooLarge)) : how.ask(batch, expects)),
    take: ({ keys: batch, reading }) => {
      const found = reading === null ? null : gatherRequest(answers, id, reading.exchange.requestId);
      if (found !== null) {
        parts.push(found);
        units += gatheredSize(found);
      }
      how.took(batch.length, found?.reads.length ?? 0);
    },
  });
  return read.ok ? succeed(parts) : read;
}

function together(parts: readonly Gathered[]): Gathered {
  return {
    answers: [...new Set(parts.flatMap((part) => part.answers))],
    reads: parts.flatMap((part) => part.reads),
    missing: parts.flatMap((part) => part.missing),
  };
}

/** UTF-16 units of values and proofs that one bundle may come from; larger bundles are refused when they are built. */
const mostUnits = evidenceLimits.bytes / 2;

function gatheredSize({ reads }: Gathered): number {
  return reads.reduce((sum, { reading }) => sum + reading.raw.length, 0);
}

function signedBy({ fingerprint }: Signer, { format }: EvidenceChoice): string | null {
  return format === 'bundle' ? fingerprint : null;
}

/** The verdict of what was read, for the name of its file. What receipts and contradictions show is no verdict. */
function resultOf({ kind }: EvidenceAbout, { reads, missing }: Gathered): string {
  if (kind !== 'atom' && kind !== 'run') return '';
  const statuses = reads.map(({ reading }) => reading.verdict.status);
  // A key that was not returned is not verified.
  return worstInName(missing.length > 0 ? [...statuses, 'amber'] : statuses);
}

const nothingKept: EvidenceOutline = {
  isKept: false,
  toRead: 0,
  reads: 0,
  missing: 0,
  valueBytes: 0,
  responses: 0,
  responseBytes: 0,
  otherAtoms: 0,
};

const noLongerKept = evidenceRefused(
  'These results are no longer in memory, so there is nothing to sign. Run the recall again, then export it.',
);
const noContradiction = evidenceRefused('Nothing in the root ledger contradicts this root anymore.');
const tooLargeToKeep = evidenceRefused(
  'The response is too large to be kept in memory, so it cannot be exported.',
);
const tooLarge = evidenceRefused('The atoms are too large for one bundle. Export fewer at once.');
