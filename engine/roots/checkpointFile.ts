import { unlessMissing } from '../storage/missing.ts';
import { parseCheckpoint, type Checkpoint } from '#shared/transparency/checkpoint.ts';
import { parseSignedNote, type SignedNote } from '#shared/transparency/signedNote.ts';
import { readOwnText } from '../storage/ownFile.ts';

/** A checkpoint of a ledger, as it is kept. */
export interface KeptCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly note: SignedNote;
  /** The note as it was signed. */
  readonly text: string;
}

export interface ReadCheckpoints {
  /** In the order signed; null for one that cannot be read. */
  readonly checkpoints: readonly (KeptCheckpoint | null)[];
  /** Bytes of complete notes; what follows is one that was never completely written. */
  readonly wholeBytes: number;
}

/** A signature line of Ed25519, with another character in place of its line break. */
const endOfNote = /\n— \S+ [A-Za-z0-9+/=]{92}.$/su;
/** Origin, size, root, an empty line, one signature. */
const linesOfNote = 5;

/** The notes of a file, one after the other. A missing file has none. @throws the file system's error */
export async function readCheckpointFile(file: string): Promise<ReadCheckpoints> {
  const content = await unlessMissing(readOwnText(file), '');
  // Each note ends with its signature, so that one that was changed does not hide the next.
  const notes = content.match(/(?:(?!— ).*\n)*— .*\n/gu) ?? [];
  const checkpoints = notes.map(keptCheckpoint);
  const whole = notes.join('');
  const rest = content.slice(whole.length);
  if (endOfNote.test(rest) || rest.split('\n').length > linesOfNote) checkpoints.push(null);
  return { checkpoints, wholeBytes: Buffer.byteLength(whole, 'utf8') };
}

/** null if it is not a checkpoint with one signature. */
export function keptCheckpoint(text: string): KeptCheckpoint | null {
  const note = parseSignedNote(text);
  const checkpoint = note === null ? null : parseCheckpoint(note.text);
  return note === null || checkpoint === null || note.signatures.length !== 1
    ? null
    : { checkpoint, note, text };
}
