import type { AuditSelfTest, PlantedFault } from '#shared/audit/auditFile.ts';
import { plantedFaults } from '#shared/audit/auditFile.ts';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { isJsonObject } from '../gateway/jsonBody.ts';
import type { Readings } from '../readings/readings.ts';
import type { ReceivedBatch } from '../readings/receivedBatch.ts';

/**
 * Plants each fault in a copy of a real response, which then goes through the same decoding and verification as all
 * responses, and is recorded nowhere. A fault counts as caught if the altered atom fails.
 *
 * @param key of an atom in the response that was verified
 * @returns null if the copy cannot be made; it is then tried with another response
 */
export async function selfTestWith(
  readings: Pick<Readings, 'examineMany'>,
  id: ConnectionId,
  received: ReceivedBatch,
  key: string,
): Promise<AuditSelfTest | null> {
  const { body } = received;
  if (body === undefined) return null;
  const examined = async (text: string): Promise<AtomReading | null> => {
    const atoms = await readings.examineMany(id, received, Buffer.from(text, 'utf8'));
    return atoms.find((atom) => atom.key === key) ?? null;
  };
  // A copy without a fault must pass, or the faults would prove nothing.
  const untouched = await examined(JSON.stringify(JSON.parse(body.toString('utf8'))));
  if (untouched === null || untouched.verdict.status === 'red') return null;
  const faults: AuditSelfTest['faults'] = [];
  for (const fault of plantedFaults) {
    const copy: unknown = JSON.parse(body.toString('utf8'));
    if (!plant(copy, key, fault)) continue;
    const atom = await examined(JSON.stringify(copy));
    const failed = atom?.verdict.checks.find(({ status }) => status === 'fail') ?? null;
    faults.push({ fault, caughtBy: failed?.name ?? null });
  }
  return faults.length === 0 ? null : { faults };
}

/** Alters the atom with this key, wherever the response has it. False if there is nothing to alter. */
function plant(json: unknown, key: string, fault: PlantedFault): boolean {
  if (Array.isArray(json)) return json.some((item) => plant(item, key, fault));
  if (!isObject(json)) return false;
  if (json['key'] !== key) return Object.values(json).some((item) => plant(item, key, fault));
  const proof = json['proof'];
  switch (fault) {
    case 'value':
      if (typeof json['value'] !== 'string') return false;
      json['value'] = `${json['value']} (altered)`;
      return true;
    case 'sibling': {
      if (!isObject(proof) || !Array.isArray(proof['siblings'])) return false;
      const siblings: unknown[] = proof['siblings'];
      const altered = alteredHash(siblings[0]);
      if (altered === null) return false;
      siblings[0] = altered;
      return true;
    }
    case 'root': {
      if (!isObject(proof)) return false;
      const altered = alteredHash(proof['rootHash']);
      if (altered === null) return false;
      proof['rootHash'] = altered;
      return true;
    }
  }
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
