import type {
  SecondOpinion,
  SnapshotCheck,
  SnapshotCheckName,
  SnapshotFacts,
  SnapshotRefusal,
} from '../domain/snapshot.ts';
import { countOf, listWords, quoteText } from './phrases.ts';
import { countWords } from './sizes.ts';

/** Why a file cannot be opened as a snapshot, and what to do. */
export function snapshotRefusalWords(refusal: SnapshotRefusal, fileName: string): string {
  const file = quoteText(fileName);
  switch (refusal.kind) {
    case 'not-json':
      return `${file} is not JSON in UTF-8. It may be cut off. Get the snapshot again.`;
    case 'repeated-name':
      return `${file} is not a valid snapshot: an object in it has two members of the same name, and programs differ in which one they use.`;
    case 'not-a-snapshot':
      return `${file} is JSON, but not a signed snapshot of a memory.`;
    case 'other-version':
      return `${file} is a snapshot of format version ${quoteText(refusal.version)}. This app reads 1.0.0.`;
    case 'bad-field':
      return `${file} is not a valid snapshot: ${quoteText(refusal.field)} is missing or wrong.`;
    case 'too-large':
      return `${file} is too large: at most ${countWords(refusal.limit)} ${refusal.unit} can be opened.`;
  }
}

const labels: Readonly<Record<SnapshotCheckName, string>> = {
  signature: 'Signature',
  atoms: 'Atoms and positions',
  leaves: 'Leaves',
  'shard-roots': 'Shard roots',
  'master-root': 'Master root',
  edges: 'Edges',
  'audit-log': 'Audit log',
};

/** The label of a check and what it found. */
export function snapshotCheckWords(check: SnapshotCheck): { readonly label: string; readonly words: string } {
  return { label: labels[check.name], words: check.status === 'fail' ? failWords(check) : passWords(check) };
}

function passWords({ name, count }: SnapshotCheck): string {
  switch (name) {
    case 'signature':
      return 'The header, which contains all roots, is signed with the key in the file.';
    case 'atoms':
      return `${countOf(count, 'position')} without gaps, as many as the header states, and no key twice.`;
    case 'leaves':
      return 'Every leaf is the SHA-256 hash of its key, or zeros if the atom was deleted.';
    case 'shard-roots':
      return `Recomputed from the leaves: ${countOf(count, 'root')} as stated.`;
    case 'master-root':
      return 'Recomputed from the shard roots: as stated.';
    case 'edges':
      return `The hash of ${countOf(count, 'edge')} is as stated.`;
    case 'audit-log':
      return count === 0
        ? 'The snapshot contains no audit log.'
        : `The root of ${countOf(count, 'entry', 'entries')} is as stated.`;
  }
}

function failWords({ name, count, first }: SnapshotCheck): string {
  const example = first === null ? '' : ` First: ${quoteText(first)}.`;
  switch (name) {
    case 'signature':
      return `Not valid: ${first ?? 'unknown reason'}. The file was changed, or it was signed with another key.`;
    case 'atoms':
      return `The list of atoms is inconsistent: ${first ?? 'unknown reason'}.`;
    case 'leaves':
      return `${countOf(count, 'leaf is', 'leaves are')} not the hash of the key.${example}`;
    case 'shard-roots':
      return `${countOf(count, 'root differs', 'roots differ')} from the leaves.${example}`;
    case 'master-root':
      return 'The stated root differs from the one computed from the shard roots.';
    case 'edges':
      return 'The edges differ from those that the header commits to.';
    case 'audit-log':
      return 'The audit log differs from the one that the header commits to.';
  }
}

export type SnapshotLook = 'failed' | 'unconfirmed' | 'confirmed';

/**
 * The result for the whole file. Without knowing the key, the best result is that the file agrees with itself.
 *
 * @param expected a fingerprint that the user got elsewhere; null if there is none
 */
export function snapshotVerdict(
  checks: readonly SnapshotCheck[],
  { fingerprint }: SnapshotFacts,
  expected: string | null,
): { readonly look: SnapshotLook; readonly title: string; readonly words: string } {
  const failed = checks.filter(({ status }) => status === 'fail');
  if (failed.length > 0) {
    const names = listWords(failed.map(({ name }) => labels[name].toLowerCase()));
    return {
      look: 'failed',
      title: 'This snapshot failed',
      words: `Failed: ${names}. Do not rely on anything in this file.`,
    };
  }
  if (expected !== null && sameFingerprint(expected, fingerprint)) {
    return {
      look: 'confirmed',
      title: 'Signed by the key that you expect',
      words: 'The owner of that key signed the key and position of every atom in this file.',
    };
  }
  if (expected !== null) {
    return {
      look: 'failed',
      title: 'Signed by another key',
      words: 'The file is consistent, but the fingerprint of its key is not the one that you entered.',
    };
  }
  return {
    look: 'unconfirmed',
    title: 'Consistent; signer not confirmed',
    words:
      'The file agrees with itself. Anyone can make such a file with a key of their own: compare the fingerprint with one that you got from the service.',
  };
}

function sameFingerprint(a: string, b: string | null): boolean {
  return b !== null && plainHex(a) === plainHex(b);
}

function plainHex(fingerprint: string): string {
  return fingerprint.toLowerCase().replace(/[^0-9a-f]/g, '');
}

/** Whether a text can be a fingerprint: 64 hex digits, with or without colons or spaces. */
export function isFingerprint(text: string): boolean {
  return /^[0-9a-f:\s]*$/i.test(text) && plainHex(text).length === 64;
}

/** What the signature of a snapshot says nothing about. */
export const snapshotLimits: readonly string[] = [
  'Values: leaves cover the keys only. A value in the file could be anything.',
  'The type, creation time, and version of each atom: no hash covers them.',
  'The keys of deleted atoms: their leaves are zeros.',
  'Whether this is the latest snapshot, or the only one for this time.',
];

/** What the other implementation found. */
export function secondOpinionWords(opinion: SecondOpinion, { values }: SnapshotFacts): string {
  switch (opinion.kind) {
    case 'running':
      return 'Still checking. This can take a minute.';
    case 'unavailable':
      return `Could not check: ${opinion.reason}`;
    case 'done':
      if (opinion.failed.length === 0) return 'All of its checks passed.';
      return `Failed: ${listWords(opinion.failed)}.${opinion.failed.includes('atomValueBind') && values > 0 ? valueTrap : ''}`;
  }
}

const valueTrap =
  ' Its check atomValueBind expects a leaf to be the hash of the value. In this format, it is the hash of the key, so every snapshot with values fails it.';
