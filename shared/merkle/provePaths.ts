import { fastNodeHash } from './fastNodeHash.ts';
import { packDecoded } from './packedProofs.ts';
import type { ProofParse } from './parseProof.ts';
import type { PathScheme } from './scheme.ts';
import { verifyPacked } from './verifyPacked.ts';

/** Whether each proof leads to its root; null where `verify` has to decide. As `fastNodeHash`, not for the window. */
export function provePaths(parses: readonly ProofParse[], scheme: PathScheme): readonly (boolean | null)[] {
  const paths = parses.map((): boolean | null => null);
  const single = parses.map((parse) => (parse.ok && parse.chain.length === 1 ? parse.proof : null));
  for (const pack of packDecoded(single, scheme).packs) {
    const { verified } = verifyPacked(pack, fastNodeHash(scheme));
    for (const [at, entry] of pack.entries.entries()) paths[entry] = verified[at] === 1;
  }
  return paths;
}
