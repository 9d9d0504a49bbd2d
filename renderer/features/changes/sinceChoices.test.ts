import { expect, it } from 'vitest';
import { fieldText, timeOfChoice, timeOfField } from './sinceChoices.ts';

const basis = {
  now: new Date(2026, 10, 27, 15, 30).getTime(),
  recordedSince: 100,
  previousVisit: null,
  audits: [{ id: 'a', startedAt: 500 }],
};

it('a choice stands for a time: of a first visit, the beginning of the record', () => {
  expect(timeOfChoice({ kind: 'visit' }, basis)).toBe(100);
  expect(timeOfChoice({ kind: 'visit' }, { ...basis, previousVisit: 300 })).toBe(300);
  expect(timeOfChoice({ kind: 'today' }, basis)).toBe(new Date(2026, 10, 27).getTime());
  expect(timeOfChoice({ kind: 'week' }, basis)).toBe(new Date(2026, 10, 20).getTime());
  expect(timeOfChoice({ kind: 'audit', auditId: 'a' }, basis)).toBe(500);
  expect(timeOfChoice({ kind: 'audit', auditId: 'deleted' }, basis)).toBeNull();
});

it('the text of a date field stands for the same minute, and no text for no time', () => {
  expect(timeOfField(fieldText(basis.now))).toBe(basis.now);
  expect(timeOfField('')).toBeNull();
  expect(timeOfField('1960-01-01T00:00')).toBeNull();
});
