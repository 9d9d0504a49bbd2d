import type { AuditSelfTest, PlantedFault } from '#shared/audit/auditFile.ts';
import { plantedFaults } from '#shared/audit/auditFile.ts';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { isJsonObject } from '../client/jsonBody.ts';
import type { BatchReadings } from '../reading/batchReadings.ts';
import type { SentBatch } from '../reading/receivedBatch.ts';

/**
 * Plants each fault in a copy of a part of a real response, which then goes through the same decoding and verification as all
 * responses, and is recorded nowhere. A fault counts as caught if the altered atom fails.
 *
 * @param key of an atom in the response that was verified
 * @returns null if the copy cannot be made; it is then tried with another response
 */
export async function selfTestWith(
  readings: Pick<BatchReadings, 'examineMany'>,
  id: ConnectionId,
  received: SentBatch,
  key: string,
): Promise<AuditSelfTest | null> {
  const { body } = received;
  if (body === undefined) return null;
  const examined = async (text: string): Promise<AtomReading | null> => {
    const atoms = await readings.examineMany(id, received, Buffer.from(text, 'utf8'));
    return atoms.find((atom) => atom.key === key) ?? null;
  };
  const part = JSON.stringify(partWith(JSON.parse(body.toString('utf8')), key));
  // A copy without a fault must pass, or the faults would prove nothing.
  const untouched = await examined(part);
  if (untouched === null || untouched.verdict.status === 'red') return null;
  const faults: AuditSelfTest['faults'] = [];
  for (const fault of plantedFaults) {
    const copy: unknown = JSON.parse(part);
    if (!plant(copy, key, fault)) continue;
    const atom = await examined(JSON.stringify(copy));
    const failed = atom?.verdict.checks.find(({ status }) => status === 'fail') ?? null;
    faults.push({ fault, caughtBy: failed?.name ?? null });
  }
  return faults.length === 0 ? null : { faults };
}

/** Atoms of a response that are examined: the altered one and its neighbors. */
const mostAtoms = 32;

/** The response with no more atoms than needed, where it lists them. */
function partWith(json: unknown, key: string): unknown {
  if (Array.isArray(json)) {
    const at = json.findIndex((item) => isObject(item) && item['key'] === key);
    return at === -1 ? json : json.slice(Math.max(0, at - mostAtoms / 2), at + mostAtoms / 2);
  }
  if (!isObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, item]) => [name, Array.isArray(item) ? partWith(item, key) : item]),
  );
}

/** Alters the atom with this key, wherever the response has it. False if there is nothing to alter. */
function plant(json: unknown, key: string, fault: PlantedFault): boolean {
  if (Array.isArray(json)) return json.some((item) => plant(item, key, fault));
  if (!isObject(json)) return false;
  // The open server has an atom that is its key, with a proof for each of two trees.
  if (json['currentData'] === key) return plantInChain(json, fault);
  if (json['key'] !== key) return Object.values(json).some((item) => plant(item, key, fault));
  const proof = json['proof'];
  switch (fault) {
    case 'value':
      if (typeof json['value'] !== 'string') return false;
      json['value'] = `${json['value']} (altered)`;
      return true;
    case 'sibling':
      return isObject(proof) && Array.isArray(proof['siblings']) && alterFirst(proof['siblings']);
    case 'root':
      return isObject(proof) && alterHash(proof, 'rootHash');
  }
}

/** Such an atom has no value to alter. A shard with one atom has no siblings, but its root has some. */
function plantInChain(json: Record<string, unknown>, fault: PlantedFault): boolean {
  const proofs = [json['currentProof'], json['shardRootProof']].filter(isObject);
  if (fault === 'value') return false;
  return proofs.some((proof) => {
    if (fault === 'root') return alterHash(proof, 'root');
    return Array.isArray(proof['auditPath']) && alterFirst(proof['auditPath']);
  });
}

function alterFirst(hashes: unknown[]): boolean {
  const altered = alteredHash(hashes[0]);
  if (altered !== null) hashes[0] = altered;
  return altered !== null;
}

function alterHash(fields: Record<string, unknown>, name: string): boolean {
  const altered = alteredHash(fields[name]);
  if (altered !== null) fields[name] = altered;
  return altered !== null;
}

function isObject(json: unknown): json is Record<string, unknown> {
  return isJsonObject(json as never);
}

/** Another hash in the same encoding: one digit differs. */
function alteredHash(hash: unknown): string | null {
  if (typeof hash !== 'string' || hash.length < 4) return null;
  // Not the last digit: in Base64 it may carry bits that are not part of the hash.
  const at = hash.length - 3;
  return `${hash.slice(0, at)}${hash[at] === 'a' ? 'b' : 'a'}${hash.slice(at + 1)}`;
}
