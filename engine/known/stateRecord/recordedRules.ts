import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Profile } from '../../connections/profileStore.ts';
import { compareRules, type Shortfall } from './compareState.ts';
import { rulesDigest } from '../../connections/digests.ts';
import { noRecord, otherAddress } from './lostParts.ts';
import { isOfAddress, recordIn } from './recordedState.ts';
import { recordsFolder } from './savedConnections.ts';

/**
 * How the hashing rules of a connection fall short of its record, for readers that open nothing else of the folder; null if they
 * do not. The signature of the record is not checked, because that needs the key of whoever saved the folder.
 *
 * @param folder with everything that is saved
 */
export async function recordedRulesShortfall(folder: string, profile: Profile): Promise<Shortfall> {
  const text = await readFile(path.join(folder, recordsFolder, `${profile.id}.json`), 'utf8').catch(() => '');
  const record = recordIn(text);
  if (record === null) return noRecord;
  if (!isOfAddress(record, profile.baseUrl)) return otherAddress(record.address, profile.baseUrl);
  const lost = record.losses.find(({ part }) => part === 'rules');
  if (lost !== undefined) return lost;
  const { rules } = record.held;
  return rules === null ? null : compareRules(rules, rulesDigest(profile.scheme));
}
