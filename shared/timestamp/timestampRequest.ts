import { fromHex } from '../merkle/hex.ts';
import { hashMessage } from '../merkle/hashing.ts';
import { der, derInteger, derTag } from './der.ts';

/** AlgorithmIdentifier of SHA-256 (RFC 5754), with the parameters that all authorities accept. */
const sha256Identifier = fromHex('300d06096086480165030402010500') ?? new Uint8Array();
/** Version 1. */
const version = Uint8Array.of(0x02, 0x01, 0x01);
const yes = Uint8Array.of(0x01, 0x01, 0xff);

/**
 * A TimeStampReq (RFC 3161 section 2.4.1) for a signature. It contains its SHA-256 and the nonce, and asks for the
 * certificate of the authority.
 *
 * @param nonce random bytes, which the response must repeat
 */
export function timestampRequest(signature: Uint8Array, nonce: Uint8Array): Uint8Array {
  const imprint = der(
    derTag.sequence,
    sha256Identifier,
    der(derTag.octetString, hashMessage(signature, 'sha-256')),
  );
  return der(derTag.sequence, version, imprint, derInteger(nonce), yes);
}
