import { expect, it } from 'vitest';
import { succeed } from '#shared/domain/result.ts';
import { selfSignedCertificate, testAuthority } from '../gateway/testing/certificates.ts';
import { chooseAuthorities } from './authorityFile.ts';

const choose = (content: string) =>
  chooseAuthorities({ open: async () => succeed({ name: 'ca.pem', bytes: Buffer.from(content) }) });

it('shows the subject, the issuer, and the expiry of each certificate, and keeps nothing else of the file', async () => {
  const chosen = await choose(
    `# ours\n${testAuthority}\n-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n${selfSignedCertificate}`,
  );
  if (!chosen.ok || chosen.value === null) throw new Error('It was refused.');
  expect(chosen.value.certificates).toHaveLength(2);
  for (const { subject, issuer, validTo } of chosen.value.certificates) {
    expect(subject).not.toBe('');
    expect(issuer).not.toBe('');
    expect(validTo).toBeGreaterThan(0);
  }
  expect(chosen.value.pem).not.toContain('PRIVATE');
});

it.each([
  ['without a certificate', 'hello'],
  ['with a certificate that is damaged', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'],
])('refuses a file %s', async (_what, content) => {
  expect(await choose(content)).toMatchObject({ ok: false, error: { field: 'authorities' } });
});
