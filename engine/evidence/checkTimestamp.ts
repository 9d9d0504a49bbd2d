import { constants, createHash, verify, X509Certificate, type KeyObject } from 'node:crypto';
import { equalBytes } from '#shared/merkle/hex.ts';
import { readCertificate, type Certificate } from '#shared/timestamp/certificate.ts';
import {
  mostTimestampBytes,
  type TimestampAnchor,
  type TimestampCheck,
  type TimestampFault,
} from '#shared/timestamp/timestampCheck.ts';
import { readTimestampResponse, type TimestampToken } from '#shared/timestamp/timestampToken.ts';

/** SHA-1 only names a certificate, in the attribute of RFC 2634; nothing is proven by it. */
const hashNames: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
/** What an algorithm of a signature is: with a hash of its own, or with the one that the signer names. */
const signatureKinds: Readonly<Record<string, { readonly type: string; readonly hash: string | null }>> = {
  '1.2.840.113549.1.1.1': { type: 'rsa', hash: null },
  '1.2.840.113549.1.1.11': { type: 'rsa', hash: 'sha256' },
  '1.2.840.113549.1.1.12': { type: 'rsa', hash: 'sha384' },
  '1.2.840.113549.1.1.13': { type: 'rsa', hash: 'sha512' },
  '1.2.840.113549.1.1.10': { type: 'rsa-pss', hash: null },
  '1.2.840.10045.4.3.2': { type: 'ec', hash: 'sha256' },
  '1.2.840.10045.4.3.3': { type: 'ec', hash: 'sha384' },
  '1.2.840.10045.4.3.4': { type: 'ec', hash: 'sha512' },
};
/** With MD5 or SHA-1, by which two certificates can be made that have one signature. */
const weakSignatures = ['1.2.840.113549.1.1.4', '1.2.840.113549.1.1.5', '1.2.840.10045.4.1'];
const timeStamping = '1.3.6.1.5.5.7.3.8';
const anyPurpose = '2.5.29.37.0';
/** Key usage: digitalSignature or nonRepudiation; keyCertSign. */
const signsContent = 0xc0;
const signsCertificates = 0x04;
const smallestRsaBits = 2048;
const longestChain = 10;
const mostCertificates = 30;

interface Link extends Certificate {
  readonly x509: X509Certificate;
  readonly bytes: Uint8Array;
}

class Wrong extends Error {
  constructor(readonly fault: TimestampFault) {
    super(fault);
  }
}
class Unchecked extends Error {}

/**
 * Checks a time-stamp response (RFC 3161) over a signature: that it is about it, who signed it, and that every
 * certificate up to a trusted one was valid at its time. Whether a certificate was revoked is not checked.
 *
 * @param nonce of the request; null if it is not known
 */
export function checkTimestamp(
  response: Uint8Array,
  signature: Uint8Array,
  anchors: readonly TimestampAnchor[],
  nonce: bigint | null = null,
): TimestampCheck {
  try {
    return check(response, signature, anchors, nonce);
  } catch (error) {
    if (error instanceof Wrong) return { kind: 'wrong', fault: error.fault };
    if (error instanceof Unchecked) return { kind: 'unchecked' };
    throw error;
  }
}

function check(
  response: Uint8Array,
  signature: Uint8Array,
  anchors: readonly TimestampAnchor[],
  nonce: bigint | null,
): TimestampCheck {
  if (response.length > mostTimestampBytes) throw new Wrong('unreadable');
  const reading = readTimestampResponse(response);
  if (reading.kind !== 'token') throw new Wrong(reading.kind);
  // The text of the authority is not signed, so it is not in a bundle.
  if (!equalBytes(reading.response, response)) throw new Wrong('unreadable');
  const { token } = reading;
  const { signer, imprint } = token;
  if (!equalBytes(digest(imprint.algorithm, signature), imprint.digest)) throw new Wrong('other-imprint');
  if (nonce !== null && token.nonce !== nonce) throw new Wrong('other-nonce');

  if (token.certificates.length > mostCertificates) throw new Wrong('unreadable');
  const own = token.certificates.map(linkOf);
  const trusted = anchors.map(({ name, certificate }) => ({ name, link: linkOf(certificate) }));
  const all = [...own, ...trusted.map(({ link }) => link)];
  const leaf = all.find(
    ({ issuer, serial }) => serial === signer.serial && equalBytes(issuer, signer.issuer),
  );
  if (leaf === undefined) throw new Wrong('no-certificate');
  requireSignature(token, leaf);
  requirePurpose(leaf);
  // An authority sends no certificate that the next one in its response did not sign.
  for (const link of own) {
    const issuers = own.filter(({ subject }) => equalBytes(subject, link.issuer));
    const results = issuers.map((issuer) => signatureBy(link, issuer));
    if (results.includes('no') && !results.includes('yes')) throw new Wrong('altered');
  }
  const chain = chainTo(
    leaf,
    all,
    trusted.map(({ link }) => link),
  );
  for (const link of chain ?? [leaf]) requireValidAt(token.time, link);

  const issued = {
    at: new Date(token.time).toISOString(),
    accuracyMs: token.accuracyMs,
    authority: leaf.x509.subject.split('\n').join(', '),
  };
  const last = chain?.at(-1);
  const anchor = trusted.find(({ link }) => last !== undefined && equalBytes(link.bytes, last.bytes));
  return anchor === undefined
    ? { ...issued, kind: 'unknown-authority' }
    : { ...issued, kind: 'proven', trustedAs: anchor.name };
}

function linkOf(bytes: Uint8Array): Link {
  const fields = readCertificate(bytes);
  if (fields === null) throw new Wrong('altered');
  try {
    return { ...fields, bytes, x509: new X509Certificate(bytes) };
  } catch {
    throw new Wrong('altered');
  }
}

/** @throws Unchecked */
function digest(algorithm: string, message: Uint8Array, mayBeWeak = false): Uint8Array {
  const name = hashNames[algorithm];
  if (name === undefined || (name === 'sha1' && !mayBeWeak)) throw new Unchecked();
  return createHash(name).update(message).digest();
}

/** That this certificate signed this token, and that the token names it. */
function requireSignature({ signer, info }: TimestampToken, { bytes, x509 }: Link): void {
  const { certificateHash, signatureAlgorithm, digestAlgorithm } = signer;
  if (!equalBytes(digest(certificateHash.algorithm, bytes, true), certificateHash.digest))
    throw new Wrong('altered');
  if (!equalBytes(digest(digestAlgorithm, info), signer.messageDigest)) throw new Wrong('altered');
  const kind = signatureKinds[signatureAlgorithm.oid];
  const hash = hashNames[digestAlgorithm];
  if (kind === undefined || hash === undefined) throw new Unchecked();
  const hasOwnParameters = signatureAlgorithm.parameters !== null && kind.type !== 'rsa-pss';
  if (hasOwnParameters || (kind.hash !== null && kind.hash !== hash)) throw new Wrong('altered');
  const key = keyOf(x509);
  const expected = key.asymmetricKeyType === 'rsa-pss' ? 'rsa-pss' : kind.type;
  if (key.asymmetricKeyType !== expected && !(kind.type === 'rsa-pss' && key.asymmetricKeyType === 'rsa'))
    throw new Wrong('altered');
  const padding = kind.type === 'rsa-pss' ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
  let isSigned: boolean;
  try {
    isSigned = verify(hash, signer.signedAttributes, { key, ...padding }, signer.signature);
  } catch {
    throw new Unchecked();
  }
  if (!isSigned) throw new Wrong('altered');
}

/** @throws Unchecked for keys that this runtime cannot use, or that are too short */
function keyOf(x509: X509Certificate): KeyObject {
  let key: KeyObject;
  try {
    key = x509.publicKey;
  } catch {
    throw new Unchecked();
  }
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && bits < smallestRsaBits) throw new Unchecked();
  return key;
}

/** RFC 3161 section 2.3: for timestamps and for nothing else, and marked as critical. */
function requirePurpose({ purposes, isPurposeCritical, keyUsage }: Link): void {
  const isOnlyPurpose = purposes?.length === 1 && purposes[0] === timeStamping && isPurposeCritical;
  const maySign = keyUsage === null || (keyUsage & signsContent) !== 0;
  if (!isOnlyPurpose || !maySign) throw new Wrong('wrong-purpose');
}

function requireValidAt(time: number, { notBefore, notAfter }: Link): void {
  if (time < notBefore) throw new Wrong('not-yet-valid');
  if (time > notAfter) throw new Wrong('expired');
}

/** From the certificate of the signer to the first trusted one; null if no chain leads there. */
function chainTo(leaf: Link, all: readonly Link[], trusted: readonly Link[]): readonly Link[] | null {
  const isTrusted = ({ bytes }: Link): boolean => trusted.some((one) => equalBytes(one.bytes, bytes));
  // Each is tried once: certificates that all issue each other would have too many ways through them.
  const tried = new Set<Link>();
  const extend = (chain: readonly Link[], last: Link): readonly Link[] | null => {
    tried.add(last);
    if (chain.length > longestChain || last.unknownCritical.length > 0) return null;
    if (last !== leaf && !mayBeAbove(last, chain.length - 2)) return null;
    if (isTrusted(last)) return chain;
    for (const issuer of all) {
      if (tried.has(issuer) || !isIssuedBy(last, issuer)) continue;
      const found = extend([...chain, issuer], issuer);
      if (found !== null) return found;
    }
    return null;
  };
  return extend([leaf], leaf);
}

/** @param between certificates of authorities between it and the signer's */
function mayBeAbove({ isAuthority, pathLength, keyUsage, purposes }: Link, between: number): boolean {
  return (
    isAuthority &&
    (pathLength === null || between <= pathLength) &&
    (keyUsage === null || (keyUsage & signsCertificates) !== 0) &&
    (purposes === null || purposes.includes(timeStamping) || purposes.includes(anyPurpose))
  );
}

function isIssuedBy(link: Link, issuer: Link): boolean {
  return (
    equalBytes(issuer.subject, link.issuer) &&
    !weakSignatures.includes(link.signatureAlgorithm) &&
    signatureBy(link, issuer) === 'yes'
  );
}

/** `unknown`: by an algorithm that this runtime does not have. */
function signatureBy({ x509 }: Link, issuer: Link): 'yes' | 'no' | 'unknown' {
  try {
    return x509.verify(keyOf(issuer.x509)) ? 'yes' : 'no';
  } catch {
    return 'unknown';
  }
}
