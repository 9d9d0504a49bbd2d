import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { sendEvent, type SendEvent } from './rows/sendEvents.ts';
import { afterEvent, type SendState } from './rows/sendState.ts';
import { parseJson } from '#shared/domain/json.ts';
import { syncFolder } from '../storage/putInPlace.ts';
import { recordEvents, saveRecord, type UploadSession } from './uploadSession.ts';

/**
 * Earlier versions of the app recorded the events of an upload in a file of its own, as JSON lines. They are added to the log of
 * the rows, all at once or not at all, and the file is deleted. `damaged`: it cannot be read. An incomplete last line, after a
 * crash, is dropped.
 *
 * @throws the file system's error
 */
export async function takeOverOldJournal(held: UploadSession): Promise<'done' | 'damaged'> {
  const file = path.join(held.folder, 'journal.jsonl');
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'done';
    throw error;
  }
  // Otherwise they were taken over, and only the file is left.
  if (held.sent === null) {
    const events: SendEvent[] = [];
    for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
      if (line === '') continue;
      const event = sendEvent.safeParse(parseJson(line));
      if (!event.success) return 'damaged';
      events.push(event.data);
    }
    const underWay = events.reduce<SendState | null>(afterEvent, null)?.underWay ?? null;
    if (underWay !== null) events.push({ kind: 'lost', rows: underWay });
    // With the new format first: an earlier version of the app cannot read events in the log, and leaves such an upload alone.
    await saveRecord(held, {});
    await recordEvents(held, ...events);
  }
  await rm(file);
  await syncFolder(held.folder);
  return 'done';
}
