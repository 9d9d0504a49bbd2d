import { fromHex } from '../merkle/hex.ts';

/** The y coordinates of the points of small order, and their second encodings, without the bit of the sign. */
const small = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
].map((text) => fromHex(text) ?? new Uint8Array());

/**
 * Whether an Ed25519 key (32 bytes) is a point of small order. Nobody can own such a key: some signatures under it fit any
 * message, and openssl and Node accept them.
 */
export function isLowOrderKey(publicKey: Uint8Array): boolean {
  return small.some((point) =>
    point.every((byte, at) => byte === (at === 31 ? (publicKey[at] ?? 0) & 0x7f : publicKey[at])),
  );
}
