import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { succeed } from '#shared/domain/result.ts';
import { samplePin } from '#shared/pins/testing/samplePin.ts';
import { pinSourceWords } from '#shared/text/pinWords.ts';
import { newPrivateKey, publicKeyPem, signerOf } from '../../connections/identity/ed25519.ts';
import { exportPin, newPinOf, readCheckpoint } from './pinExchange.ts';

const signer = signerOf(generateKeyPairSync('ed25519').privateKey);
const key = { current: async () => succeed(signer) };
const service = { kind: 'service', baseUrl: 'https://memory.example.com/team-a' } as const;
const pin = samplePin({ note: 'read out\nby Ada' });

async function exported(of = pin) {
  const result = await exportPin(of, service, key);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe('the signer of a checkpoint', () => {
  const trusted = [{ name: 'Grace', publicKey: signer.publicKey }];
  const strangers = [{ name: 'Ada', publicKey: signerOf(newPrivateKey()).publicKey }];

  it('is verified with a PEM as with a verifier key', async () => {
    const { text } = await exported();
    const read = (publicKey: Uint8Array) =>
      readCheckpoint({ text, verifierKey: publicKeyPem(publicKey) }, []);
    expect(read(signer.publicKey)).toMatchObject({
      value: { checkpoint: { signers: [{ isVerified: true }] }, fingerprint: signer.fingerprint },
    });
    expect(read(signerOf(newPrivateKey()).publicKey)).toMatchObject({
      error: { message: expect.stringMatching(/^This key did not sign the checkpoint\./) as string },
    });
  });

  it('has the name of a trusted key, which takes no other key to verify', async () => {
    const { text, verifierKey, fingerprint } = await exported();
    for (const given of [null, verifierKey])
      expect(readCheckpoint({ text, verifierKey: given }, [...strangers, ...trusted])).toMatchObject({
        value: { checkpoint: { signers: [{ isVerified: true, trustedAs: 'Grace' }] }, fingerprint },
      });
    const added = newPinOf({ checkpoint: { text, verifierKey: null }, isExact: false, note: '' }, trusted);
    expect(added).toMatchObject({ value: { source: { signer: { trustedAs: 'Grace' } } } });
    expect(added.ok && pinSourceWords(added.value.source)).toBe(
      'from a checkpoint signed with a key that you trust as “Grace”',
    );
    expect(readCheckpoint({ text, verifierKey: null }, strangers)).toMatchObject({
      value: { checkpoint: { signers: [{ isVerified: false }] }, fingerprint: null },
    });
  });

  it('is never a trusted key if the text was altered', async () => {
    const { text } = await exported();
    expect(readCheckpoint({ text: text.replace('100', '101'), verifierKey: null }, trusted)).toMatchObject({
      error: { message: expect.stringMatching(/^The signature does not match\./) as string },
    });
  });
});

describe('a pin as a checkpoint', () => {
  it('names the memory, the tree size and the root in base64, and is signed', async () => {
    const { text, fileName, fingerprint } = await exported();
    const lines = text.split('\n');
    expect(lines.slice(0, 5)).toEqual([
      'memory.example.com/team-a',
      '100',
      Buffer.from(pin.rootHash, 'hex').toString('base64'),
      'note: read out by Ada',
      '',
    ]);
    expect(lines[5]).toMatch(/^— atom-explorer\/[0-9a-f]{16} \S+$/);
    expect(fileName).toBe('root-abababab-100.checkpoint');
    expect(fingerprint).toBe(signer.fingerprint);
  });

  it('is read again by a colleague, who learns whether the signature was checked', async () => {
    const { text, verifierKey, fingerprint } = await exported();
    const unchecked = readCheckpoint({ text, verifierKey: null }, []);
    expect(unchecked).toMatchObject({
      value: {
        checkpoint: {
          origin: 'memory.example.com/team-a',
          rootHash: pin.rootHash,
          treeSize: '100',
          note: 'read out by Ada',
          signers: [{ isVerified: false }],
        },
        fingerprint: null,
      },
    });
    // As mail programs and Windows editors leave it.
    const changedBreaks = text.replaceAll('\n', '\r\n').trimEnd();
    expect(readCheckpoint({ text: changedBreaks, verifierKey: ` ${verifierKey}\n` }, [])).toMatchObject({
      value: { checkpoint: { signers: [{ isVerified: true }] }, fingerprint },
    });
    expect(newPinOf({ checkpoint: { text, verifierKey }, isExact: true, note: '' }, [])).toMatchObject({
      value: {
        rootHash: pin.rootHash,
        treeSize: '100',
        isExact: true,
        source: { kind: 'checkpoint', signer: { isVerified: true } },
        note: 'read out by Ada',
      },
    });
    expect(
      newPinOf({ checkpoint: { text, verifierKey }, isExact: true, note: 'by phone' }, []),
    ).toMatchObject({
      value: { note: 'by phone' },
    });
  });

  it('is refused with every altered character if the key is known', async () => {
    const { text, verifierKey } = await exported();
    for (let at = 0; at < text.length - 1; at += 1) {
      const altered = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
      expect(readCheckpoint({ text: altered, verifierKey }, []).ok).toBe(false);
      expect(newPinOf({ checkpoint: { text: altered, verifierKey }, isExact: false, note: '' }, []).ok).toBe(
        false,
      );
    }
  });

  it('says what is wrong with a file or key that cannot be used', async () => {
    const { text, verifierKey } = await exported();
    const other = signerOf(generateKeyPairSync('ed25519').privateKey);
    const theirs = await exportPin(pin, service, { current: async () => succeed(other) });
    const otherKey = theirs.ok ? theirs.value.verifierKey : '';
    const words = (given: { readonly text: string; readonly verifierKey: string | null }) => {
      const read = readCheckpoint(given, []);
      return read.ok ? 'read' : read.error.message;
    };
    expect(words({ text: 'hello', verifierKey: null })).toMatch(/^This is not a checkpoint\./);
    expect(words({ text: text.replace('— ', '- '), verifierKey: null })).toMatch(
      /^This is not a checkpoint\./,
    );
    expect(words({ text, verifierKey: otherKey })).toMatch(/^This key did not sign the checkpoint\./);
    expect(words({ text, verifierKey: verifierKey.slice(0, -2) })).toMatch(
      /^This is not an Ed25519 public key/,
    );
    expect(words({ text: text.replace('100', '101'), verifierKey })).toMatch(
      /^The signature does not match\./,
    );
    expect(words({ text: text.replace('\n100\n', '\n0\n'), verifierKey: null })).toMatch(/empty tree/);
    expect(words({ text: text.replace(/^.*/, 'atom-explorer/root-ledger/1'), verifierKey: null })).toMatch(
      /head of a root ledger/,
    );
  });

  it('cannot be made of a pin that does not fit', async () => {
    for (const of of [
      samplePin({ treeSize: null }),
      samplePin({ rootHash: 'ab'.repeat(48) }),
      samplePin({ treeSize: '9'.repeat(20) }),
    ])
      expect(await exportPin(of, service, key)).toMatchObject({
        ok: false,
        error: { code: 'invalid_input' },
      });
  });
});
