import { describe, expect, it } from 'vitest';
import { failuresOfPlaywright, failuresOfVitest } from './failures.mjs';

describe('failuresOfVitest', () => {
  it('names the file, the test, and the first line of the message, without colors', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'adds' },
      {
        status: 'failed',
        fullName: 'subtracts',
        failureMessages: ['\u001b[31mexpected 1\u001b[39m\n    at sum.ts:3'],
      },
    ];
    const testResults = [{ name: 'sum.test.ts', status: 'failed', assertionResults }];
    expect(failuresOfVitest({ testResults })).toEqual(['sum.test.ts › subtracts: expected 1']);
  });

  it('names a file that could not be loaded', () => {
    const testResults = [
      { name: 'sum.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ];
    expect(failuresOfVitest({ testResults })).toEqual(['sum.test.ts: no such module']);
  });

  it('is empty without a report', () => {
    expect(failuresOfVitest(undefined)).toEqual([]);
  });
});

describe('failuresOfPlaywright', () => {
  it('names failed tests of nested suites, and errors outside of tests', () => {
    const specs = [
      { title: 'opens', tests: [{ status: 'expected', results: [{}] }] },
      {
        title: 'closes',
        tests: [
          { status: 'expected', results: [{}] },
          { status: 'unexpected', results: [{ error: { message: 'timed out\nCall log:' } }] },
        ],
      },
    ];
    const suites = [{ file: 'app.spec.ts', suites: [{ file: 'app.spec.ts', specs }] }];
    expect(failuresOfPlaywright({ suites, errors: [{ message: 'no display' }] })).toEqual([
      'app.spec.ts › closes: timed out',
      'outside of a test: no display',
    ]);
  });
});
