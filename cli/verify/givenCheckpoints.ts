import { given, unavailable, type Ground } from '#shared/grounds/grounds.ts';
import type { GivenRoot } from '#shared/merkle/verifyImport.ts';
import type { PinSigner } from '#shared/domain/pin.ts';
import { namedSigner, readPinCheckpoint } from '#shared/pins/pinCheckpoint.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { checkpointFaultWords } from '#shared/text/pinWords.ts';
import { isSignedBy } from '../../engine/connections/identity/ed25519.ts';
import { UnusableInput, UsageError, type CommandIo } from '../command.ts';
import { readText } from '../readJson.ts';

/** A checkpoint that was given on the command line. */
export interface GivenCheckpoint {
  readonly file: string;
  readonly origin: string;
  readonly signer: PinSigner;
  readonly root: GivenRoot;
}

/**
 * Reads checkpoints. The root of one can be relied on only if its signature was verified, and if it is of the memory that is
 * meant: its origin is the expected one, or the name of the verified key, as is usual for keys of a log.
 *
 * @param expected `origin`: null if nothing says which memory is meant
 * @throws UsageError
 * @throws UnusableInput if a file is not a checkpoint, not one that the key has signed, or one of another memory
 */
export async function readGivenCheckpoints(
  files: readonly string[],
  expected: { readonly verifierKey: string | null; readonly origin: string | null },
  io: Pick<CommandIo, 'readStdin'>,
): Promise<readonly GivenCheckpoint[]> {
  const { verifierKey } = expected;
  if (verifierKey !== null && files.length === 0)
    throw new UsageError('--verifier-key needs a --checkpoint to verify.');
  const isFile = verifierKey !== null && !/^[^+]+\+[0-9a-f]{8}\+/.test(verifierKey.trim());
  const key = isFile ? (await readText(verifierKey, io)).text : verifierKey;
  const checkpoints: GivenCheckpoint[] = [];
  for (const file of files) {
    const { name, text } = await readText(file, io);
    const read = readPinCheckpoint(text, key, isSignedBy);
    if (!read.ok) throw new UnusableInput(`${name}: ${checkpointFaultWords[read.fault]}`);
    const { origin, rootHash, treeSize } = read.checkpoint;
    if (expected.origin !== null && origin !== expected.origin)
      throw new UnusableInput(
        `${name} is a checkpoint of ${quoteText(origin)}, and not of ${quoteText(expected.origin)}.`,
      );
    const signer = namedSigner(read.checkpoint);
    const isOfMemory = expected.origin !== null || origin === signer.name;
    const root = { rootHash, treeSize: BigInt(treeSize), ground: groundOf(file, signer, isOfMemory) };
    checkpoints.push({ file: name, origin, signer, root });
  }
  return checkpoints;
}

function groundOf(file: string, { isVerified }: PinSigner, isOfMemory: boolean): Ground {
  if (!isVerified) return unavailable('unsigned', file);
  return isOfMemory ? given : unavailable('other-origin', file);
}
