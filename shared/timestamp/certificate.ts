import {
  booleanOf,
  contextTag,
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
import { algorithmOf } from './timestampToken.ts';

/** What decides whether a certificate (RFC 5280) may vouch for a timestamp. Nothing about it is known to be true. */
export interface Certificate {
  /** DER of the names. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly serial: bigint;
  /** Epoch milliseconds, both inclusive. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** With which it was signed, as an object identifier. */
  readonly signatureAlgorithm: string;
  /** Whether it may sign other certificates. */
  readonly isAuthority: boolean;
  /** How many authorities may be below it; null if that is not limited. */
  readonly pathLength: number | null;
  /** The first byte of the key usage, from the most significant bit; null if every use is allowed. */
  readonly keyUsage: number | null;
  /** Extended key usage; null if it is not restricted. */
  readonly purposes: readonly string[] | null;
  readonly isPurposeCritical: boolean;
  /** Extensions that must not be ignored and that are not read here. */
  readonly unknownCritical: readonly string[];
}

const oids = { keyUsage: '2.5.29.15', basicConstraints: '2.5.29.19', purposes: '2.5.29.37' } as const;
const utcTime = 0x17;

/** null if the bytes are not a certificate in DER. */
export function readCertificate(bytes: Uint8Array): Certificate | null {
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof DerFault) return null;
    throw error;
  }
}

function read(bytes: Uint8Array): Certificate {
  const [signed, algorithm, signature, ...others] = itemsOf(readDer(bytes));
  expectTag(signature, derTag.bitString);
  if (others.length > 0) throw new DerFault('an unknown part of the certificate');
  const [version, serial, , issuer, validity, subject, , ...optional] = itemsOf(signed);
  // Only version 3 has extensions, without which a certificate cannot be an authority's.
  if (integerOf(itemsOf(version, contextTag(0))[0]) !== 2n) throw new DerFault('an old certificate');
  const [notBefore, notAfter] = itemsOf(validity);
  const extensions = optional.find(({ tag }) => tag === contextTag(3));
  return {
    issuer: expectTag(issuer, derTag.sequence).whole,
    subject: expectTag(subject, derTag.sequence).whole,
    serial: integerOf(serial),
    notBefore: timeOf(notBefore),
    notAfter: timeOf(notAfter),
    signatureAlgorithm: algorithmOf(algorithm).oid,
    ...readExtensions(extensions === undefined ? [] : itemsOf(itemsOf(extensions, contextTag(3))[0])),
  };
}

type Extensions = Pick<
  Certificate,
  'isAuthority' | 'pathLength' | 'keyUsage' | 'purposes' | 'isPurposeCritical' | 'unknownCritical'
>;

function readExtensions(list: readonly DerValue[]): Extensions {
  const extensions = list.map((each) => {
    const [oid, second, third] = itemsOf(each);
    const isCritical = second?.tag === derTag.boolean && booleanOf(second);
    const value = expectTag(second?.tag === derTag.boolean ? third : second, derTag.octetString);
    return { oid: oidOf(oid), isCritical, value };
  });
  if (new Set(extensions.map(({ oid }) => oid)).size < extensions.length)
    throw new DerFault('an extension that occurs twice');
  const valueOf = (oid: string): DerValue | null => {
    const found = extensions.find((each) => each.oid === oid);
    return found === undefined ? null : readDer(found.value.content);
  };
  const usage = valueOf(oids.keyUsage);
  const purposes = valueOf(oids.purposes);
  return {
    ...basicConstraintsOf(valueOf(oids.basicConstraints)),
    keyUsage: usage === null ? null : (expectTag(usage, derTag.bitString).content[1] ?? 0),
    purposes: purposes === null ? null : itemsOf(purposes).map(oidOf),
    isPurposeCritical: extensions.some(({ oid, isCritical }) => oid === oids.purposes && isCritical),
    unknownCritical: extensions
      .filter(({ oid, isCritical }) => isCritical && !known.includes(oid))
      .map(({ oid }) => oid),
  };
}

const known: readonly string[] = Object.values(oids);

function basicConstraintsOf(value: DerValue | null): Pick<Certificate, 'isAuthority' | 'pathLength'> {
  const [first, second] = value === null ? [] : itemsOf(value);
  const isAuthority = first?.tag === derTag.boolean && booleanOf(first);
  return { isAuthority, pathLength: second === undefined ? null : Number(integerOf(second)) };
}

/** RFC 5280 section 4.1.2.5. */
function timeOf(value: DerValue | undefined): number {
  if (value?.tag !== utcTime) return generalizedTimeOf(value);
  const century = (value.content[0] ?? 0) < 0x35 ? [0x32, 0x30] : [0x31, 0x39];
  const content = Uint8Array.of(...century, ...value.content);
  return generalizedTimeOf({ ...value, tag: derTag.generalizedTime, content });
}
