import { expect, it } from 'vitest';
import { succeed } from '#shared/domain/result.ts';
import { authorityCertificates } from '#shared/ipc/connectionLimitsInput.ts';
import { selfSignedCertificate, testAuthority } from '../client/testing/certificates.ts';
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

it('takes nothing that it would refuse when it is saved, even where the line ends that it adds are too much', async () => {
  const block = (length: number) =>
    `-----BEGIN CERTIFICATE-----${'A'.repeat(length)}-----END CERTIFICATE-----`;
  const around = 3 * block(0).length;
  const full = (more: number) => block(100).repeat(2) + block(256 * 1024 - around - 200 + more);
  const fits = authorityCertificates.parse(full(-3));
  expect(authorityCertificates.parse(fits)).toBe(fits);
  expect(authorityCertificates.safeParse(full(-2)).success).toBe(false);
});

it.each([
  ['without a certificate', 'hello'],
  ['with a certificate that is damaged', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'],
])('refuses a file %s', async (_what, content) => {
  expect(await choose(content)).toMatchObject({ ok: false, error: { field: 'authorities' } });
});
