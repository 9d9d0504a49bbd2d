import path from 'node:path';
import { isSignedBy } from '../../connections/identity/isSignedBy.ts';
import type { Profile } from '../../connections/profileStore.ts';
import { compareRules, type Shortfall } from './compareState.ts';
import { rulesDigest } from '../../connections/digests.ts';
import { noRecord, otherAddress } from './lostParts.ts';
import { theRecord } from '#shared/domain/stateLoss.ts';
import { isOfAddress, readRecord, signerIn } from './recordedState.ts';
import { recordsFolder } from './savedConnections.ts';
import { readOwnText } from '../../storage/ownFile.ts';

/**
 * How the hashing rules of a connection fall short of its record, for readers that open nothing else of the folder; null if they
 * do not. A signature of the record has to fit the key that it names; whose key that is, this cannot tell.
 *
 * @param folder with everything that is saved
 */
export async function recordedRulesShortfall(folder: string, profile: Profile): Promise<Shortfall> {
  const text = await readOwnText(path.join(folder, recordsFolder, `${profile.id}.json`)).catch(() => '');
  if (text === '') return noRecord;
  const found = readRecord(text, {
    publicKeys: signerIn(text),
    verify: isSignedBy,
    isSignatureRequired: false,
  });
  if (found.kind !== 'read') return { why: found.kind, detail: theRecord };
  const record = found.state;
  if (!isOfAddress(record, profile.baseUrl)) return otherAddress(record.address, profile.baseUrl);
  const lost = record.losses.find(({ part }) => part === 'rules');
  if (lost !== undefined) return lost;
  const { rules } = record.held;
  return rules === null ? null : compareRules(rules, rulesDigest(profile.scheme));
}
