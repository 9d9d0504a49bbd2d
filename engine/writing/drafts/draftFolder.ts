import { mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { verdictStatuses } from '#shared/merkle/verdict.ts';
import type { Draft } from '#shared/domain/draft.ts';
import type { Place, RecordCipher } from '../../storage/recordCipher.ts';
import { parseJson } from '#shared/domain/json.ts';
import { versionOf } from '../../storage/fileFormat.ts';
import { writeWholeFile } from '../../storage/wholeFile.ts';

/** The sealed drafts of one connection, one file each. Every change resolves when it is on disk. */
export interface DraftFolder {
  /** Replaces one with the same id. */
  readonly put: (draft: Draft) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
}

const record = z.object({
  format: z.literal(1),
  draft: z.object({
    id: z.string(),
    key: z.string(),
    value: z.string(),
    base: z
      .object({
        version: z.number().nullable(),
        value: z.string(),
        verdict: z.enum(verdictStatuses).nullable(),
      })
      .nullable(),
    changedAt: z.number(),
  }),
});

const ending = '.sealed';

/** Opens the folder, or creates it. A draft that cannot be opened is moved aside. */
export async function openDraftFolder(options: {
  readonly folder: string;
  readonly connectionId: ConnectionId;
  readonly cipher: RecordCipher;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: (message: string, error: unknown) => void;
}): Promise<{ readonly folder: DraftFolder; readonly kept: readonly Draft[] }> {
  const { folder, connectionId, cipher, now } = options;
  // The file name reveals nothing about the draft, and the content cannot be opened under another name.
  const nameOf = (id: string): string => `${cipher.hiddenName('draft', id)}${ending}`;
  const placeOf = (name: string): Place => [connectionId, 'draft', name];
  await mkdir(folder, { recursive: true });

  const kept: Draft[] = [];
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    // An incomplete draft that was being written when the app ended.
    if (name.endsWith('.new')) await rm(file, { force: true });
    if (!name.endsWith(ending)) continue;
    const content = parseJson(cipher.open(await readFile(file), placeOf(name)) ?? '');
    if (versionOf(content) > 1) {
      options.log('Left a draft from a newer app version unchanged.', null);
      continue;
    }
    const draft = parse(content);
    if (draft !== null) kept.push({ ...draft, connectionId });
    else {
      options.log('Could not open a draft. It was set aside.', null);
      await rename(file, `${file}.damaged-${String(now())}`);
    }
  }
  return {
    kept,
    folder: {
      put: async ({ connectionId: _, ...draft }) => {
        const name = nameOf(draft.id);
        const file = path.join(folder, name);
        const content = cipher.seal(JSON.stringify({ format: 1, draft }), placeOf(name));
        await writeWholeFile({ file, temporary: `${file}.new`, content, mode: 0o600 });
      },
      remove: (id) => rm(path.join(folder, nameOf(id)), { force: true }),
    },
  };
}

function parse(content: unknown): Omit<Draft, 'connectionId'> | null {
  const parsed = record.safeParse(content);
  return parsed.success ? parsed.data.draft : null;
}
