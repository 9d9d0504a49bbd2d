import { describe, expect, it } from 'vitest';
import { theRecord } from '../domain/stateLoss.ts';
import { verdictStatuses } from '../merkle/verdictStatus.ts';
import { groundsWords, groundWords } from '../text/groundWords.ts';
import { conclude, openGrounds } from './conclude.ts';
import { given, groundLosses, noneByChoice, unavailable, type GroundsOf } from './grounds.ts';

const allGiven: GroundsOf<'reading'> = { rules: given, pins: given, ledger: given, knownKeys: given };

describe('conclude', () => {
  it('leaves every verdict as it is if all grounds are given', () => {
    for (const status of verdictStatuses)
      expect(conclude('reading', status, allGiven)).toEqual({ status, open: [] });
  });

  it.each(groundLosses)('makes green inconclusive and names the ground that is unavailable: %s', (why) => {
    const result = conclude('reading', 'green', { ...allGiven, ledger: unavailable(why) });
    expect(result.status).toBe('amber');
    expect(result.open).toEqual([{ name: 'ledger', ground: { kind: 'unavailable', why }, holdsBack: true }]);
    for (const open of result.open)
      expect(groundWords(open)).toMatch(/^(Inconclusive: t|T)he root ledger is /);
  });

  it('says a cause that several grounds share once, first, and with what to do', () => {
    const lost = unavailable('missing', '57 entries recorded, 0 entries found');
    const grounds = { ...allGiven, pins: noneByChoice, ledger: lost, knownKeys: lost };
    const [cause, ...others] = groundsWords(openGrounds('reading', grounds));
    expect(cause).toBe(
      'Inconclusive: the root ledger and what earlier reads showed are missing (57 entries recorded, 0 entries found). Restore them from a backup, or accept the loss (Accept loss in the app, --accept-lost-state on the command line).',
    );
    expect(others).toHaveLength(1);
    const record = unavailable('missing', `${theRecord}: it was deleted`);
    expect(
      groundsWords(
        openGrounds('reading', { rules: record, pins: record, ledger: record, knownKeys: record }),
      ),
    ).toEqual([
      expect.stringMatching(/^Inconclusive: there is no record of what was saved.+--accept-lost-state/),
    ]);
  });

  it('keeps what failed red, whatever is unavailable', () => {
    expect(conclude('reading', 'red', { ...allGiven, pins: unavailable('damaged') }).status).toBe('red');
  });

  it('names an optional ground that was left out by choice, and stays green', () => {
    const result = conclude('reading', 'green', { ...allGiven, pins: noneByChoice });
    expect(result).toEqual({
      status: 'green',
      open: [{ name: 'pins', ground: { kind: 'none' }, holdsBack: false }],
    });
  });

  it('is inconclusive without a required ground', () => {
    expect(conclude('file', 'green', { rules: noneByChoice, root: given }).status).toBe('amber');
    expect(conclude('file', 'keyOnly', { rules: given, root: noneByChoice }).status).toBe('amber');
  });

  it('never makes a verdict better', () => {
    for (const ground of [given, noneByChoice, unavailable('missing')])
      for (const status of verdictStatuses) {
        const order = verdictStatuses.indexOf(
          conclude('file', status, { rules: ground, root: given }).status,
        );
        expect(order).toBeGreaterThanOrEqual(verdictStatuses.indexOf(status));
      }
  });

  it('lists open grounds in one order', () => {
    const open = openGrounds('audit', {
      run: unavailable('incomplete'),
      knownKeys: noneByChoice,
      ledger: given,
      pins: noneByChoice,
      keyList: given,
      rules: given,
    });
    expect(open.map(({ name }) => name)).toEqual(['pins', 'knownKeys', 'run']);
  });
});
