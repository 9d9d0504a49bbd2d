import { utf8Text } from '../evidence/utf8Text.ts';
import {
  booleanOf,
  contextTag,
  der,
  DerFault,
  derTag,
  expectTag,
  generalizedTimeOf,
  integerOf,
  itemsOf,
  oidOf,
  readDer,
  type DerValue,
} from './der.ts';

// Time-stamp responses (RFC 3161) with tokens in CMS (RFC 5652).

const oids = {
  signedData: '1.2.840.113549.1.7.2',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

export interface AlgorithmId {
  readonly oid: string;
  /** null if they are absent or NULL. */
  readonly parameters: DerValue | null;
}

/** A token as it was parsed. Nothing about it is known to be true. */
export interface TimestampToken {
  /** When it was issued, in epoch milliseconds. */
  readonly time: number;
  /** How far that may be off, in milliseconds; null if the authority does not say. */
  readonly accuracyMs: number | null;
  /** The hash of what existed then. */
  readonly imprint: { readonly algorithm: string; readonly digest: Uint8Array };
  readonly nonce: bigint | null;
  /** The TSTInfo, whose hash is signed. */
  readonly info: Uint8Array;
  /** In DER, in any order. */
  readonly certificates: readonly Uint8Array[];
  readonly signer: {
    /** Issuer (DER of its name) and serial number of the certificate. */
    readonly issuer: Uint8Array;
    readonly serial: bigint;
    readonly digestAlgorithm: string;
    readonly signatureAlgorithm: AlgorithmId;
    readonly signature: Uint8Array;
    /** What is signed: the DER of a SET. */
    readonly signedAttributes: Uint8Array;
    readonly messageDigest: Uint8Array;
    /** Of the certificate, which is signed so that no other can take its place. */
    readonly certificateHash: { readonly algorithm: string; readonly digest: Uint8Array };
  };
}

export type TimestampReading =
  | {
      readonly kind: 'token';
      readonly token: TimestampToken;
      /** Without the text of the authority, which nobody signs. */ readonly response: Uint8Array;
    }
  /** The authority refused. `text`: in its own words; empty if it gives none. */
  | { readonly kind: 'refused'; readonly status: bigint; readonly text: string }
  | { readonly kind: 'unreadable' };

/** Reads a TimeStampResp. Never throws, whatever the bytes are. */
export function readTimestampResponse(bytes: Uint8Array): TimestampReading {
  try {
    const [info, content, ...others] = itemsOf(readDer(bytes));
    if (others.length > 0) return { kind: 'unreadable' };
    const [statusValue, ...details] = itemsOf(info);
    const status = integerOf(statusValue);
    // Granted, or granted with changes.
    if (status !== 0n && status !== 1n) return { kind: 'refused', status, text: statusText(details) };
    const response = der(derTag.sequence, granted, expectTag(content, derTag.sequence).whole);
    return { kind: 'token', token: readToken(content), response };
  } catch (error) {
    if (error instanceof DerFault) return { kind: 'unreadable' };
    throw error;
  }
}

/** PKIStatusInfo. */
const granted = der(derTag.sequence, Uint8Array.of(0x02, 0x01, 0x00));

function statusText(details: readonly DerValue[]): string {
  const texts = details.find(({ tag }) => tag === derTag.sequence);
  if (texts === undefined) return '';
  return itemsOf(texts)
    .map((text) => utf8Text(expectTag(text, derTag.utf8String).content) ?? '')
    .join(' ')
    .slice(0, 300);
}

function readToken(content: DerValue | undefined): TimestampToken {
  const signedData = readDer(contentOf(content, oids.signedData).content);
  const [version, digestAlgorithms, encapsulated, ...rest] = itemsOf(signedData);
  if (integerOf(version) !== 3n) throw new DerFault('another version of CMS');
  const info = expectTag(readDer(contentOf(encapsulated, oids.tstInfo).content), derTag.octetString).content;
  const certificates =
    rest[0]?.tag === contextTag(0)
      ? itemsOf(rest[0], contextTag(0)).map((one) => expectTag(one, derTag.sequence))
      : [];
  const [signers, ...surplus] = certificates.length > 0 ? rest.slice(1) : rest;
  const [signer, ...otherSigners] = itemsOf(signers, derTag.set);
  if (surplus.length > 0 || otherSigners.length > 0) throw new DerFault('more than one signer');
  const read = readSigner(signer);
  const [digest, ...otherDigests] = itemsOf(digestAlgorithms, derTag.set);
  if (otherDigests.length > 0 || hashOf(digest) !== read.digestAlgorithm)
    throw new DerFault('another digest algorithm');
  return { ...readInfo(info), info, certificates: certificates.map(({ whole }) => whole), signer: read };
}

/** What is in `[0]` of a structure that begins with this type. */
function contentOf(value: DerValue | undefined, type: string): DerValue {
  const [oid, content, ...others] = itemsOf(value);
  if (oidOf(oid) !== type || others.length > 0) throw new DerFault('another type of content');
  return expectTag(content, contextTag(0));
}

function readInfo(bytes: Uint8Array): Pick<TimestampToken, 'time' | 'accuracyMs' | 'imprint' | 'nonce'> {
  const [version, policy, imprint, serial, time, ...optional] = itemsOf(readDer(bytes));
  if (integerOf(version) !== 1n) throw new DerFault('another version of tokens');
  oidOf(policy);
  integerOf(serial);
  const [algorithm, digest, ...others] = itemsOf(imprint);
  if (others.length > 0) throw new DerFault('an unknown part of the imprint');
  const take = (tag: number): DerValue | null =>
    optional[0]?.tag === tag ? (optional.shift() ?? null) : null;
  const accuracy = take(derTag.sequence);
  take(derTag.boolean);
  const nonce = take(derTag.integer);
  take(contextTag(0));
  const extensions = take(contextTag(1));
  if (optional.length > 0) throw new DerFault('an unknown part of the token');
  if (extensions !== null) refuseCritical(extensions);
  return {
    time: generalizedTimeOf(time),
    accuracyMs: accuracy === null ? null : accuracyOf(accuracy),
    imprint: { algorithm: hashOf(algorithm), digest: expectTag(digest, derTag.octetString).content },
    nonce: nonce === null ? null : integerOf(nonce),
  };
}

/** An extension that must not be ignored changes the meaning of a token. */
function refuseCritical(extensions: DerValue): void {
  for (const extension of itemsOf(extensions, contextTag(1))) {
    const [, critical] = itemsOf(extension);
    if (critical?.tag === derTag.boolean && booleanOf(critical)) throw new DerFault('a critical extension');
  }
}

function accuracyOf(value: DerValue): number {
  const parts = { [derTag.integer]: 1_000, 0x80: 1, 0x81: 0.001 } as const;
  return itemsOf(value).reduce((sum, part) => {
    const unit = parts[part.tag as keyof typeof parts];
    const number = integerOf(part, part.tag);
    if (unit === undefined || number < 0n || number > 1_000_000_000n) throw new DerFault('no accuracy');
    return sum + Number(number) * unit;
  }, 0);
}

function readSigner(value: DerValue | undefined): TimestampToken['signer'] {
  const [version, id, digest, attributes, signatureAlgorithm, signature, ...others] = itemsOf(value);
  if (others.length > 0) throw new DerFault('attributes that nobody signed');
  if (integerOf(version) !== 1n) throw new DerFault('another version of signatures');
  const [issuer, serial, ...surplus] = itemsOf(id);
  if (surplus.length > 0) throw new DerFault('an unknown part of the signer');
  const signed = itemsOf(attributes, contextTag(0)).map((attribute) => itemsOf(attribute));
  const valueOf = (type: string): DerValue | null => {
    const [found, ...same] = signed.filter(([oid]) => oidOf(oid) === type);
    if (found === undefined || same.length > 0) return null;
    const [only, ...more] = itemsOf(found[1], derTag.set);
    return more.length > 0 || found.length !== 2 ? null : (only ?? null);
  };
  if (oidOf(valueOf(oids.contentType) ?? undefined) !== oids.tstInfo) throw new DerFault('of other content');
  return {
    issuer: expectTag(issuer, derTag.sequence).whole,
    serial: integerOf(serial),
    digestAlgorithm: hashOf(digest),
    signatureAlgorithm: algorithmOf(signatureAlgorithm),
    signature: expectTag(signature, derTag.octetString).content,
    // RFC 5652 section 5.4: signed with the tag of a SET instead of [0].
    signedAttributes: der(derTag.set, expectTag(attributes, contextTag(0)).content),
    messageDigest: expectTag(valueOf(oids.messageDigest) ?? undefined, derTag.octetString).content,
    certificateHash: certificateHashOf(valueOf(oids.signingCertificate), valueOf(oids.signingCertificateV2)),
  };
}

const sha1 = '1.3.14.3.2.26';
const sha256 = '2.16.840.1.101.3.4.2.1';

/** Of the first certificate of a SigningCertificate (RFC 2634) or SigningCertificateV2 (RFC 5035). */
function certificateHashOf(
  first: DerValue | null,
  second: DerValue | null,
): TimestampToken['signer']['certificateHash'] {
  const [certificates] = itemsOf(second ?? first ?? undefined);
  const [certificate] = itemsOf(certificates);
  const [start, next] = itemsOf(certificate);
  const hasAlgorithm = start?.tag === derTag.sequence;
  return {
    algorithm: second === null ? sha1 : hasAlgorithm ? hashOf(start) : sha256,
    digest: expectTag(hasAlgorithm ? next : start, derTag.octetString).content,
  };
}

/** A hash function, which has no parameters. @throws DerFault */
function hashOf(value: DerValue | undefined): string {
  const { oid, parameters } = algorithmOf(value);
  if (parameters !== null) throw new DerFault('a hash function with parameters');
  return oid;
}

/** @throws DerFault */
export function algorithmOf(value: DerValue | undefined): AlgorithmId {
  const [oid, parameters, ...others] = itemsOf(value);
  if (others.length > 0) throw new DerFault('an unknown part of an algorithm');
  const isNull = parameters?.tag === derTag.null && parameters.content.length === 0;
  return { oid: oidOf(oid), parameters: parameters === undefined || isNull ? null : parameters };
}
