import { expect, test } from 'vitest';
import { anchorOf, readHelpTarget } from './helpTarget.ts';

const pages = new Set(['audit', 'glossary', 'decisions/0042-audits']);
const targetOf = (from: string, target: string) => readHelpTarget(from, target, (page) => pages.has(page));

test.each([
  ['glossary', 'audit.md', { kind: 'page', page: 'audit', anchor: null }],
  ['glossary', 'audit.md#lists-of-keys', { kind: 'page', page: 'audit', anchor: 'lists-of-keys' }],
  ['audit', '#schedules', { kind: 'page', page: 'audit', anchor: 'schedules' }],
  ['audit', 'decisions/0042-audits.md', { kind: 'page', page: 'decisions/0042-audits', anchor: null }],
  ['decisions/0042-audits', '../glossary.md', { kind: 'page', page: 'glossary', anchor: null }],
  ['audit', 'https://c2sp.org/tlog-checkpoint', { kind: 'web', address: 'https://c2sp.org/tlog-checkpoint' }],
  ['audit', '../shared/evidence/verify_evidence.py', { kind: 'file' }],
  ['audit', 'javascript:alert(1)', { kind: 'file' }],
])('on %s, %s leads to %o', (from, target, expected) => {
  expect(targetOf(from, target)).toEqual(expected);
});

test.each([
  ['What an audit shows', 'what-an-audit-shows'],
  ['Electron’s checklist', 'electrons-checklist'],
  ['audit merge', 'audit-merge'],
  ['Encoding, and `--root`', 'encoding-and---root'],
])('the heading %s is at %s', (heading, anchor) => {
  expect(anchorOf(heading)).toBe(anchor);
});
