import { describe, expect, it } from 'vitest';
import { connectionLimitBounds, defaultConnectionLimits } from '../domain/connectionLimits.ts';
import { authorityCertificates, connectionLimits } from './connectionLimitsInput.ts';

describe('limits of a connection', () => {
  it('may be the default ones', () => {
    expect(connectionLimits.parse(defaultConnectionLimits)).toEqual(defaultConnectionLimits);
  });

  it.each(Object.entries(connectionLimitBounds))('keep %s within its bounds', (field, { min, max }) => {
    const widest = { idleSeconds: 10, totalSeconds: 3_600, requestsAtOnce: 1 };
    const accepted = (value: number) => connectionLimits.safeParse({ ...widest, [field]: value }).success;
    expect([min - 1, min, max, max + 1].map(accepted)).toEqual([false, true, true, false]);
    expect(accepted(min + 0.5)).toBe(false);
  });

  it('allow no total time that is shorter than the time without data', () => {
    const parsed = connectionLimits.safeParse({ idleSeconds: 60, totalSeconds: 59, requestsAtOnce: 1 });
    expect(parsed.error?.issues[0]?.path).toEqual(['totalSeconds']);
  });
});

describe('certificates of authorities', () => {
  const one = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';

  it('are taken out of a file, without what is around them', () => {
    const file = `# made by hand\r\n${one}\n-----BEGIN PRIVATE KEY-----\nMIIC\n-----END PRIVATE KEY-----\n${one}`;
    expect(authorityCertificates.parse(file)).toBe(`${one}\n${one}\n`);
  });

  it.each([
    ['without one', 'no certificate'],
    ['with too many', one.repeat(51)],
    ['that is too large', `${one}${' '.repeat(256 * 1024)}`],
  ])('are not taken from a file %s', (_, file) => {
    expect(authorityCertificates.safeParse(file).success).toBe(false);
  });
});
