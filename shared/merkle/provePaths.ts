import type { Json } from '../domain/json.ts';
import { fastNodeHash } from './fastNodeHash.ts';
import { packProofs } from './packedProofs.ts';
import type { PathScheme } from './scheme.ts';
import { verifyPacked } from './verifyPacked.ts';

/** Whether each proof leads to its root, on this thread; null where `verify` has to decide. As `fastNodeHash`, not for the window. */
export function provePaths(proofs: readonly Json[], scheme: PathScheme): readonly (boolean | null)[] {
  const paths = proofs.map((): boolean | null => null);
  for (const pack of packProofs(proofs, scheme).packs) {
    const { verified } = verifyPacked(pack, fastNodeHash(scheme));
    for (const [at, entry] of pack.entries.entries()) paths[entry] = verified[at] === 1;
  }
  return paths;
}
