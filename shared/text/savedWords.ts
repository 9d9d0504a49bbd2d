import type { SavedAuditEvidence } from '../domain/auditEvidence.ts';
import type { SavedEvidence } from '../domain/evidence.ts';
import { shortHash } from './hashWords.ts';
import { countOf } from './phrases.ts';
import { visibleLine } from './visibleText.ts';

/** Where a file was saved, `Saved to /home/ada/a.csv`, and what happened to a link that was there. */
export function savedWords(path: string, replacedLink?: string): string {
  const saved = `Saved to ${visibleLine(path)}`;
  return replacedLink === undefined ? saved : `${saved}. ${replacedLinkWords(replacedLink)}`;
}

/** What happened to a link that was where the file is now. */
export function replacedLinkWords(replacedLink: string): string {
  return `It replaced a link. The file that the link pointed to, ${visibleLine(replacedLink)}, is unchanged.`;
}

/** Where evidence was saved, and by which key it is signed; null if the user canceled. */
export function savedEvidenceWords({ path, replacedLink, fingerprint }: SavedEvidence): string | null {
  if (path === null) return null;
  const where = savedWords(path, replacedLink);
  return fingerprint === null ? where : `${where}. Signed with installation key ${shortHash(fingerprint)}.`;
}

/** Where the evidence of an audit was saved, and by which key it is signed. */
export function savedAuditEvidenceWords({ folder, files, fingerprint }: SavedAuditEvidence): string {
  const [first = '', ...others] = files;
  const separator = folder.includes('\\') ? '\\' : '/';
  const where =
    others.length === 0
      ? `Saved to ${visibleLine(`${folder}${separator}${first}`)}`
      : `Saved to ${visibleLine(folder)} (${countOf(files.length, 'file')})`;
  return `${where}. Signed with installation key ${shortHash(fingerprint)}.`;
}
