import type { ConnectionId } from '#shared/domain/connection.ts';
import { fromHashText } from '#shared/merkle/hashText.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { quoteText } from '#shared/text/phrases.ts';
import type { Pins } from '../../engine/roots/pins/pins.ts';
import { UsageError } from '../command.ts';
import { orUnusable } from './orUnusable.ts';

/** Marks the pins of `--root`, which hold for one run only. */
const pinNote = 'Given with --root';
/** Also those of an earlier version, whose run may have been killed. */
const pinNotes: readonly string[] = [pinNote, 'Given with --pin'];

/** In lowercase hex. @throws UsageError */
export function readRoots(texts: readonly string[] | undefined): readonly string[] {
  return (texts ?? []).map((text) => {
    const root = fromHashText(text);
    if (root === null)
      throw new UsageError(`--root must be a hash in hex or base64, not ${quoteText(text)}.`);
    return toHex(root);
  });
}

/** Pins the roots for this run, in the place of those of a run that was killed. */
export async function pinGivenRoots(pins: Pins, id: ConnectionId, roots: readonly string[]): Promise<void> {
  await dropGivenRoots(pins, id);
  for (const rootHash of roots)
    orUnusable(
      await pins.add(id, {
        rootHash,
        treeSize: null,
        isExact: true,
        source: { kind: 'person' },
        note: pinNote,
      }),
    );
}

export async function dropGivenRoots(pins: Pins, id: ConnectionId): Promise<void> {
  for (const pin of (await pins.of(id)).pins) if (pinNotes.includes(pin.note)) await pins.remove(id, pin.id);
}
