import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import type { AuditRef } from '#shared/domain/audit.ts';
import type {
  AuditEvidenceChoice,
  AuditEvidenceOutline,
  AuditValues,
  SavedAuditEvidence,
} from '#shared/domain/auditEvidence.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { BaseAddress } from '../client/baseAddress.ts';
import type { Connections } from '../connections/connections.ts';
import { serviceOfConnection } from '../connections/serviceOfConnection.ts';
import type { Signer } from '../connections/identity/ed25519.ts';
import type { InstallationKey } from '../connections/identity/installationKey.ts';
import type { RecentAnswers } from '../evidence/recentAnswers.ts';
import { sealedBytes, type SealEffects } from '../evidence/sealBundle.ts';
import type { TimestampRequests } from '../evidence/timestamps/requestTimestamps.ts';
import { writeVerifierBeside } from '../evidence/verifierBeside.ts';
import { fileFailed } from '../storage/userFiles/userFiles.ts';
import { plainFileName } from '../storage/userFiles/plainFileName.ts';
import { writeWholeFile } from '../storage/wholeFile.ts';
import { auditEvidenceInput, auditResponses, outlineAudit } from './auditBundle.ts';
import { auditFileName } from './auditFileNames.ts';
import type { AuditFiles } from './auditFolder.ts';
import type { Audits } from './audits.ts';
import type { AuditCalls } from './auditTasks.ts';
import { writeNew, writeNewFolder } from './evidenceFolder.ts';
import { inAuditThread } from './inAuditThread.ts';

/** Signed evidence of audits that have ended, with what belongs to it. */
export interface AuditEvidenceExports {
  /** What a bundle would contain. Writes and sends nothing. */
  readonly outline: (audit: AuditRef, values: AuditValues) => Promise<Result<AuditEvidenceOutline>>;
  /**
   * Asks where to save it: one file, or a folder that gets a new folder with all of them. null if the user canceled.
   */
  readonly save: (audit: AuditRef, choice: AuditEvidenceChoice) => Promise<Result<SavedAuditEvidence | null>>;
  /** The same into a new folder of this one, without asking. */
  readonly saveInto: (
    inside: string,
    audit: AuditRef,
    choice: AuditEvidenceChoice,
  ) => Promise<Result<SavedAuditEvidence>>;
}

export interface AuditEvidenceEffects {
  readonly audits: Pick<Audits, 'filesOf' | 'ended' | 'noteEvidence'>;
  readonly connections: Pick<Connections, 'profile'>;
  readonly answers: Pick<RecentAnswers, 'all' | 'ofRequest' | 'ofKey'>;
  readonly installationKey: Pick<InstallationKey, 'current'>;
  readonly seal: SealEffects['seal'];
  readonly timestamps: TimestampRequests;
  /** The text of the verification script. */
  readonly script: string;
  /** The chosen path; null if the user canceled. */
  readonly askWhereToSave: (suggestedName: string) => Promise<string | null>;
  /** The chosen folder; null if the user canceled. */
  readonly askForFolder: (title: string) => Promise<string | null>;
  /** A page as a PDF. */
  readonly toPdf: (html: string) => Promise<Result<Uint8Array>>;
  readonly threads: Pick<AuditCalls, 'describe' | 'report'>;
  readonly appVersion: string;
  readonly newId: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: (message: string, error: unknown) => void;
}

/** An audit that can be signed, and what it is signed with. */
interface ReadyAudit {
  readonly audit: AuditRef;
  readonly files: AuditFiles;
  /** Of the files, without an ending. */
  readonly name: string;
  readonly signer: Signer;
  /** null for no timestamp. */
  readonly authority: BaseAddress | null;
  readonly choice: AuditEvidenceChoice;
}

export function createAuditEvidenceExports(effects: AuditEvidenceEffects): AuditEvidenceExports {
  const { audits, answers, threads } = effects;
  const inThread = <T>(work: () => Promise<T>) => inAuditThread(effects.log, work);
  /** Asks for what is needed before any work is done. */
  const prepared = async (audit: AuditRef, choice: AuditEvidenceChoice): Promise<Result<ReadyAudit>> => {
    const { connectionId, auditId } = audit;
    const files = await audits.filesOf(connectionId, auditId);
    if (!files.ok) return files;
    const info = await audits.ended(connectionId, auditId);
    if (!info.ok) return info;
    const signer = await effects.installationKey.current();
    if (!signer.ok) return signer;
    const { timestampFrom } = choice;
    const authority =
      timestampFrom === null ? succeed(null) : await effects.timestamps.allowed(timestampFrom);
    if (!authority.ok) return authority;
    const name = auditFileName(info.value, serviceOfConnection(effects.connections, connectionId).name);
    return succeed({
      audit,
      files: files.value,
      name,
      signer: signer.value,
      authority: authority.value,
      choice,
    });
  };
  const bundleOf = async (
    id: ConnectionId,
    { files, signer, authority, choice }: ReadyAudit,
  ): Promise<Result<Uint8Array>> => {
    const found = await inThread(() => threads.describe(files.records));
    if (!found.ok) return found;
    const responses = await inThread(() => auditResponses(answers, id, found.value, files.keys, choice));
    if (!responses.ok) return responses;
    const { appVersion } = effects;
    const input = { ...found.value, responses: responses.value, appVersion, at: effects.now() };
    const stamp =
      authority === null ? null : (signature: Uint8Array) => effects.timestamps.request(authority, signature);
    return sealedBytes(effects, auditEvidenceInput(input), signer, stamp);
  };
  const noted = async (
    { audit: { connectionId, auditId }, signer: { fingerprint } }: ReadyAudit,
    folder: string,
    files: readonly string[],
  ): Promise<Result<SavedAuditEvidence>> => {
    const saved = { folder, files, at: effects.now(), fingerprint };
    const info = await audits.noteEvidence(connectionId, auditId, saved);
    return info.ok ? succeed(saved) : info;
  };
  const saveFile = async (ready: ReadyAudit, file: string): Promise<Result<SavedAuditEvidence>> => {
    const bundle = await bundleOf(ready.audit.connectionId, ready);
    if (!bundle.ok) return bundle;
    try {
      const temporary = path.join(path.dirname(file), `.${effects.newId()}.part`);
      await writeWholeFile({ file, temporary, content: bundle.value, mode: 0o666 });
    } catch (error) {
      return fileFailed(error, file);
    }
    return noted(ready, path.dirname(file), [path.basename(file)]);
  };
  const saveFolder = async (ready: ReadyAudit, inside: string): Promise<Result<SavedAuditEvidence>> => {
    const { audit, files, name, signer, choice } = ready;
    const bundle = await bundleOf(audit.connectionId, ready);
    if (!bundle.ok) return bundle;
    const { withReport, withPdf, auditor } = choice;
    const page =
      withReport || withPdf
        ? await inThread(() => threads.report(files.records, 'html', auditor))
        : succeed('');
    if (!page.ok) return page;
    const pdf = withPdf ? await effects.toPdf(page.value) : succeed(null);
    if (!pdf.ok) return pdf;
    const names: string[] = [];
    try {
      const folder = await writeNewFolder(inside, name, effects.newId, async (into) => {
        const add = async (ending: string, content: string | Uint8Array): Promise<void> => {
          names.push(await writeNew(into, plainFileName(`${name}.${ending}`), content));
        };
        await add('sigstore.json', bundle.value);
        if (withReport) await add('html', page.value);
        if (pdf.value !== null) await add('pdf', pdf.value);
        if (choice.withRecords) {
          const records = plainFileName(`${name}.audit.jsonl`);
          await copyFile(files.records, path.join(into, records));
          names.push(records);
        }
        if (choice.withScript) {
          const beside = await writeVerifierBeside(
            path.join(into, names[0] ?? ''),
            effects.script,
            signer.fingerprint,
          );
          if (!beside.ok) throw new Error(beside.error.message);
          names.push('verify_evidence.py', 'README-verify_evidence.txt');
        }
      });
      return await noted(ready, folder, names);
    } catch (error) {
      return fileFailed(error, inside);
    }
  };

  return {
    outline: async ({ connectionId, auditId }, values) => {
      const files = await audits.filesOf(connectionId, auditId);
      if (!files.ok) return files;
      const { records, keys } = files.value;
      const found = await inThread(() => threads.describe(records));
      if (!found.ok) return found;
      return inThread(() => outlineAudit(answers, connectionId, found.value, keys, values));
    },
    save: async (audit, choice) => {
      const ready = await prepared(audit, choice);
      if (!ready.ok) return ready;
      const isOneFile = !choice.withScript && !choice.withReport && !choice.withPdf && !choice.withRecords;
      const where = isOneFile
        ? await effects.askWhereToSave(plainFileName(`${ready.value.name}.sigstore.json`))
        : await effects.askForFolder('Save the evidence in a new folder inside');
      if (where === null) return succeed(null);
      return isOneFile ? saveFile(ready.value, where) : saveFolder(ready.value, where);
    },
    saveInto: async (inside, audit, choice) => {
      const ready = await prepared(audit, choice);
      return ready.ok ? saveFolder(ready.value, inside) : ready;
    },
  };
}
