import {
  testSteps,
  type ConnectionTest,
  type TestStep,
  type TestStepName,
} from '../domain/connectionTest.ts';
import { openServerWords, readKeyAdvice } from './dialectWords.ts';
import { momentWords } from './times.ts';
import { visibleLine } from './visibleText.ts';

export const testStepNames: Readonly<Record<TestStepName, string>> = {
  reach: 'Address',
  encryption: 'Encryption',
  key: 'API key',
  dialect: 'Dialect',
  scope: 'Scope of the key',
  list: 'List of keys',
};

/** What a step found, in full sentences. */
export function testStepWords(found: Exclude<TestStep, { readonly outcome: 'failed' }>): string {
  switch (found.step) {
    case 'reach':
      return 'A service responds at this address.';
    case 'encryption': {
      if (found.outcome === 'absent') return 'Not needed, because the service is on this computer.';
      if (found.tls === null) return 'Encrypted, with a trusted certificate. Its details were not learned.';
      const { protocol, subject, issuer, validTo } = found.tls;
      const issued = issuer === '' ? '' : `, issued by ${visibleLine(issuer)}`;
      return `${protocol}. The certificate${subject === '' ? '' : ` of ${visibleLine(subject)}`}${issued}, is trusted and valid until ${momentWords(validTo)}.`;
    }
    case 'key':
      return found.withoutKey === 401 || found.withoutKey === 403
        ? 'The service accepts the key for reading, and refuses requests without a key.'
        : 'The service accepts the key for reading. Whether it refuses other keys was not learned.';
    case 'dialect':
      return found.dialect === 'open-server'
        ? `${openServerWords} ${readKeyAdvice}`
        : 'The responses follow the documented API.';
    case 'scope':
      return 'Not learned. Only a write shows whether this key may store, and the test writes nothing.';
    case 'list':
      if (found.outcome === 'unknown') return 'Not learned, because the request for a list failed.';
      return found.hasList
        ? 'The service lists its keys.'
        : 'No list of keys was found. Import keys, look them up, or discover them.';
  }
}

/** The result in one sentence. Claims no more than the steps. */
export function testSummary(test: ConnectionTest): string {
  if (test.some(({ outcome }) => outcome === 'failed')) return 'The test failed. Nothing was saved.';
  if (test.length < testSteps.length) return 'Testing…';
  const learned = test.every(({ step, outcome }) => outcome !== 'unknown' || step === 'scope');
  return learned
    ? 'Reading works. Whether the key may store was not learned. Nothing was saved.'
    : 'Reading works. Some things were not learned. Nothing was saved.';
}
