import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { parseAs } from '../storage/fileFormat.ts';
import { unlessMissing } from '../storage/missing.ts';

/** The first line of a recording names the connection; null if the recording came from a file. */
const beginning = z.object({ type: z.literal('begun'), connectionId: z.string().nullable() });

/**
 * Deletes what earlier versions of the app recorded over a connection. Nothing reads these files anymore, and no screen could delete
 * the keys and queries in them after the connection is gone.
 */
export async function forgetRecordings(folder: string, id: ConnectionId): Promise<void> {
  for (const entry of await unlessMissing(readdir(folder, { withFileTypes: true }), [])) {
    if (!entry.isFile()) continue;
    const file = path.join(folder, entry.name);
    const [first = ''] = (await readFile(file, 'utf8')).split('\n', 1);
    if (parseAs(beginning, first)?.connectionId === id) await rm(file, { force: true });
  }
}
