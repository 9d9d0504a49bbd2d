import { unlessMissing } from '../storage/missing.ts';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { loadJsonFile, saveJsonFile } from '../storage/jsonFile.ts';
import { removeFolder } from '../storage/removeFolder.ts';
import { auditFiles, memoFormat, type AuditMemo } from './auditFolder.ts';

/** What is on disk of the audits of one connection: a folder for each. */
export interface AuditStore {
  /** By ID. */
  readonly memos: () => ReadonlyMap<string, AuditMemo>;
  readonly folderOf: (auditId: string) => string;
  /** An audit that was prepared. */
  readonly add: (auditId: string, memo: AuditMemo) => void;
  readonly save: (auditId: string, memo: AuditMemo) => Promise<void>;
  /** Removes it from the list, so that nothing more of it is saved. */
  readonly drop: (auditId: string) => void;
  readonly remove: (auditId: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const plainId = /^[A-Za-z0-9-]{1,100}$/;

/** Folders without a memo, from audits that never started, are removed. */
export async function openAuditStore(
  folder: string,
  effects: { readonly now: () => number; readonly log: (message: string, error: unknown) => void },
): Promise<AuditStore> {
  const memos = new Map<string, AuditMemo>();
  const folderOf = (auditId: string): string => path.join(folder, auditId);
  for (const name of await namesIn(folder)) {
    if (!plainId.test(name)) continue;
    try {
      const { value, setAside } = await loadJsonFile<AuditMemo | null>({
        file: auditFiles(folderOf(name)).memo,
        format: memoFormat,
        fresh: null,
        now: effects.now,
      });
      if (value !== null) memos.set(name, value);
      else if (setAside === null) await removeFolder(folderOf(name));
    } catch (error) {
      // One that cannot be read, or that a newer version wrote, does not hide the others.
      effects.log('Could not open an audit.', error);
    }
  }
  return {
    memos: () => memos,
    folderOf,
    add: (auditId, memo) => {
      memos.set(auditId, memo);
    },
    save: async (auditId, memo) => {
      await saveJsonFile(auditFiles(folderOf(auditId)).memo, memo);
      memos.set(auditId, memo);
    },
    drop: (auditId) => {
      memos.delete(auditId);
    },
    remove: async (auditId) => {
      memos.delete(auditId);
      await removeFolder(folderOf(auditId));
    },
    close: async () => undefined,
  };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await unlessMissing(readdir(folder, { withFileTypes: true }), []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
