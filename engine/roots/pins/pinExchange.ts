import type { Connection } from '#shared/domain/connection.ts';
import {
  longestPinNote,
  type CheckpointReading,
  type ExportedPin,
  type NewPin,
  type RootPin,
} from '#shared/domain/pin.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { PinInput } from '#shared/ipc/pinOperations.ts';
import {
  namedSigner,
  originOfAddress,
  readPinCheckpoint,
  whyNoCheckpoint,
  writePinCheckpoint,
} from '#shared/pins/pinCheckpoint.ts';
import { checkpointFaultWords, noCheckpointWords } from '#shared/text/pinWords.ts';
import { verifierKeyText, type NoteKey } from '#shared/transparency/signedNote.ts';
import { fingerprintOf, isSignedBy } from '../../connections/identity/ed25519.ts';
import type { InstallationKey } from '../../connections/identity/installationKey.ts';

/** Reads a checkpoint, and checks its signature if a key is given or a trusted key claims to have signed it. */
export function readCheckpoint(
  given: { readonly text: string; readonly verifierKey: string | null },
  trusted: readonly NoteKey[],
): Result<CheckpointReading> {
  const read = readPinCheckpoint(given.text, given.verifierKey, isSignedBy, trusted);
  if (!read.ok) {
    const isOfKey =
      read.fault !== 'not-a-checkpoint' && read.fault !== 'empty-tree' && read.fault !== 'ledger-head';
    return refuseInput(isOfKey ? 'verifierKey' : 'text', checkpointFaultWords[read.fault]);
  }
  const { checkpoint, key } = read;
  return succeed({ checkpoint, fingerprint: key === null ? null : fingerprintOf(key.publicKey) });
}

/** The pin that the user asks for. What a checkpoint says is read from the checkpoint itself. */
export function newPinOf(input: PinInput, trusted: readonly NoteKey[]): Result<NewPin> {
  if (!('checkpoint' in input)) return succeed(input);
  const read = readCheckpoint(input.checkpoint, trusted);
  if (!read.ok) return read;
  const { checkpoint } = read.value;
  const { origin, rootHash, treeSize } = checkpoint;
  const { isExact } = input;
  // The colleague's, unless the user wrote one. It may be longer.
  const note = input.note === '' ? checkpoint.note.slice(0, longestPinNote) : input.note;
  const source = { kind: 'checkpoint', origin, signer: namedSigner(checkpoint) } as const;
  return succeed({ rootHash, treeSize, isExact, note, source });
}

/** Signs a pin as a checkpoint, with the key of this installation. */
export async function exportPin(
  pin: RootPin,
  connection: Pick<Connection, 'kind' | 'baseUrl'>,
  key: Pick<InstallationKey, 'current'>,
): Promise<Result<ExportedPin>> {
  const why = whyNoCheckpoint(pin);
  if (why !== null) return refuseInput('id', noCheckpointWords[why]);
  const signer = await key.current();
  if (!signer.ok) return signer;
  const { publicKey, fingerprint, sign } = signer.value;
  const noteSigner = { name: `atom-explorer/${fingerprint.slice(0, 16)}`, publicKey, sign };
  const origin = connection.kind === 'demo' ? 'demo-memory' : originOfAddress(connection.baseUrl ?? '');
  const text = writePinCheckpoint(pin, { origin, signer: noteSigner });
  if (text === null) return refuseInput('id', noCheckpointWords['too-large']);
  return succeed({
    text,
    fileName: `root-${pin.rootHash.slice(0, 8)}-${String(pin.treeSize)}.checkpoint`,
    verifierKey: verifierKeyText(noteSigner),
    fingerprint,
  });
}
