import { describe, expect, it } from 'vitest';
import { addTotals, totalOfCheck, totalOfPlaywright, totalOfVitest } from './totals.mjs';

describe('totalOfVitest', () => {
  const passing = { numPassedTests: 7, numFailedTests: 0, testResults: [] };

  it('counts passed, failed, and skipped tests', () => {
    const report = { ...passing, numFailedTests: 2, numPendingTests: 1, numTodoTests: 3 };
    expect(totalOfVitest(report, 1)).toEqual({ passed: 7, failed: 2, skipped: 4 });
  });

  it('counts a file that could not be loaded as a failure', () => {
    const report = { ...passing, testResults: [{ status: 'failed', assertionResults: [] }] };
    expect(totalOfVitest(report, 1)).toEqual({ passed: 7, failed: 1, skipped: 0 });
  });

  it('does not count the file of a failed test again', () => {
    const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }] }];
    expect(totalOfVitest({ ...passing, numFailedTests: 1, testResults }, 1).failed).toBe(1);
  });

  it('fails a runner that failed although every test passed', () => {
    expect(totalOfVitest(passing, 1)).toEqual({ passed: 7, failed: 1, skipped: 0 });
  });

  it('fails a runner that wrote no report', () => {
    expect(totalOfVitest(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('fails a runner that ran nothing', () => {
    expect(totalOfVitest({ numPassedTests: 0, numPendingTests: 5 }, 0).failed).toBe(1);
  });
});

describe('totalOfPlaywright', () => {
  it('counts a test that passed at the second attempt as failed', () => {
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };
    expect(totalOfPlaywright({ stats }, 1)).toEqual({ passed: 4, failed: 2, skipped: 2 });
  });

  it('counts errors outside of tests', () => {
    expect(totalOfPlaywright({ stats: { expected: 4 }, errors: [{}] }, 1).failed).toBe(1);
  });

  it('fails a runner that crashed or ran nothing', () => {
    expect(totalOfPlaywright(undefined, 139).failed).toBe(1);
    expect(totalOfPlaywright({ stats: { expected: 0 } }, 0).failed).toBe(1);
  });
});

describe('addTotals', () => {
  it('adds up', () => {
    expect(addTotals([totalOfCheck(0), totalOfCheck(2), { passed: 5, failed: 1, skipped: 1 }])).toEqual({
      passed: 6,
      failed: 2,
      skipped: 1,
    });
  });
});
