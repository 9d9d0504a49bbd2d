import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Proofs made by code that is independent of the app, for other services and trees than the demo. */
export interface GivenAtom {
  readonly key: string;
  readonly value: string;
  readonly version: number;
  readonly hash: string;
  readonly proof: {
    readonly leafHash: string;
    readonly siblings: readonly string[];
    readonly rootHash: string;
    readonly leafIndex: number;
    readonly treeSize: number;
  };
}

function sha256(...parts: readonly (Uint8Array | string)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** An atom in a full tree of this depth (RFC 6962 over canonical JSON); its siblings are made up. */
export function atomAtDepth(depth: number): GivenAtom {
  const atom = { key: 'v1.user.Glen.preference.theme', value: 'dark', version: 2 };
  const leaf = sha256(Uint8Array.of(0), JSON.stringify(atom));
  const treeSize = 2 ** depth;
  const leafIndex = Math.floor(treeSize / 3);
  const siblings: string[] = [];
  let node = leaf;
  for (let level = 0, index = leafIndex; level < depth; level += 1, index = Math.floor(index / 2)) {
    const sibling = sha256(`sibling on level ${level}`);
    siblings.push(sibling.toString('hex'));
    node =
      index % 2 === 1 ? sha256(Uint8Array.of(1), sibling, node) : sha256(Uint8Array.of(1), node, sibling);
  }
  const leafHash = leaf.toString('hex');
  return {
    ...atom,
    hash: leafHash,
    proof: { leafHash, siblings, rootHash: node.toString('hex'), leafIndex, treeSize },
  };
}

/** A service whose leaves hash only the key, in a tree of four without prefixes. */
export async function startKeyOnlyService(): Promise<{
  readonly address: string;
  readonly keys: readonly string[];
  readonly stop: () => void;
}> {
  const keys = ['v1.fact.one', 'v1.fact.two', 'v1.fact.three', 'v1.fact.four'];
  const leaves = keys.map((key) => sha256(key));
  const [a, b, c, d] = leaves as [Buffer, Buffer, Buffer, Buffer];
  const [ab, cd] = [sha256(a, b), sha256(c, d)];
  const siblings = [
    [b, cd],
    [a, cd],
    [d, ab],
    [c, ab],
  ];
  const server = createServer((request, response) => {
    const key = decodeURIComponent((request.url ?? '').replace('/atoms/', ''));
    const leafIndex = keys.indexOf(key);
    const leafHash = leaves[leafIndex]?.toString('hex');
    response.writeHead(leafHash === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        leafHash === undefined
          ? { error: 'not_found' }
          : {
              key,
              value: `value of ${key}`,
              version: 1,
              hash: leafHash,
              proof: {
                leafHash,
                siblings: siblings[leafIndex]?.map((sibling) => sibling.toString('hex')),
                rootHash: sha256(ab, cd).toString('hex'),
                leafIndex,
                treeSize: 4,
              },
            },
      ),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, keys, stop: () => void server.close() };
}
