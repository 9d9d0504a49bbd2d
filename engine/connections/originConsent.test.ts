import { expect, it } from 'vitest';
import { createOriginConsent } from './originConsent.ts';

/** Answers in the order of the questions; later questions stay open. */
function make(answers: readonly boolean[], known: readonly string[] = []) {
  const asked: string[] = [];
  const consent = createOriginConsent({
    knownAddresses: () => known,
    ask: (origin) => {
      const answer = answers[asked.length];
      asked.push(origin);
      return answer === undefined ? new Promise(() => undefined) : Promise.resolve(answer);
    },
  });
  return { consent, asked };
}
const refused = { ok: false, error: { code: 'invalid_input', field: 'baseUrl' } };

it('asks before an origin is used for the first time, and names it as it will be contacted', async () => {
  const { consent, asked } = make([true]);
  expect(await consent.allowed('HTTPS://Memory.Example.com/eu/')).toMatchObject({
    ok: true,
    value: { text: 'https://memory.example.com/eu' },
  });
  expect(await consent.allowed('https://memory.example.com/other')).toMatchObject({ ok: true });
  expect(asked).toEqual(['https://memory.example.com']);
});

it('shows a look-alike name with a Cyrillic letter as what it is', async () => {
  const { consent, asked } = make([false]);
  await consent.allowed('https://mem\u043ery.example.com');
  expect(asked).toEqual(['https://xn--memry-lye.example.com']);
});

it('uses nothing that was not allowed, and asks again the next time', async () => {
  const { consent, asked } = make([false, true]);
  expect(await consent.allowed('https://memory.example.com')).toMatchObject(refused);
  expect(await consent.allowed('https://memory.example.com')).toMatchObject({ ok: true });
  expect(asked).toHaveLength(2);
});

it.each(['https://memory.example.com:8443', 'https://sub.memory.example.com', 'https://example.com'])(
  'asks for %s, although the user confirmed https://memory.example.com',
  async (other) => {
    const { consent, asked } = make([true], ['https://memory.example.com']);
    expect(await consent.allowed('https://memory.example.com')).toMatchObject({ ok: true });
    expect(asked).toEqual([]);
    await consent.allowed(other);
    expect(asked).toEqual([other]);
  },
);

it.each(['http://localhost:4000', 'http://127.0.0.1', 'http://[::1]:4000', 'https://localhost'])(
  'does not ask for %s: nothing leaves this computer',
  async (address) => {
    const { consent, asked } = make([]);
    expect(await consent.allowed(address)).toMatchObject({ ok: true });
    expect(asked).toEqual([]);
  },
);

it('refuses a bad address without asking', async () => {
  const { consent, asked } = make([]);
  expect(await consent.allowed('http://memory.example.com')).toMatchObject(refused);
  expect(asked).toEqual([]);
});

it('asks one question at a time, and once for all callers with the same origin', async () => {
  const { consent, asked } = make([]);
  void consent.allowed('https://one.example.com');
  void consent.allowed('https://one.example.com/path');
  expect(await consent.allowed('https://two.example.com')).toMatchObject(refused);
  expect(asked).toEqual(['https://one.example.com']);
});

it('does not ask again for calls after a refusal until the user tests the connection', async () => {
  const { consent, asked } = make([false, true]);
  expect(await consent.stillAllowed('https://memory.example.com')).toMatchObject(refused);
  expect(await consent.stillAllowed('https://memory.example.com')).toMatchObject(refused);
  expect(asked).toHaveLength(1);
  expect(await consent.allowed('https://memory.example.com')).toMatchObject({ ok: true });
  expect(await consent.stillAllowed('https://memory.example.com')).toMatchObject({ ok: true });
  expect(asked).toHaveLength(2);
});
