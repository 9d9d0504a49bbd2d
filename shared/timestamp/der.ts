import { joinBytes } from '../merkle/joinBytes.ts';

// DER, the form of ASN.1 that is signed (ITU-T X.690): each value has exactly one encoding.

/** Anything but DER, or DER of another structure than expected. */
export class DerFault extends Error {}

export interface DerValue {
  /** The identifier octet, with class and form. */
  readonly tag: number;
  readonly content: Uint8Array;
  /** With tag and length. */
  readonly whole: Uint8Array;
}

export const derTag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8String: 0x0c,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** `[n]` of a structure, with values inside. */
export function contextTag(number: number): number {
  return 0xa0 | number;
}

/** Reads exactly one value. @throws DerFault */
export function readDer(bytes: Uint8Array): DerValue {
  const value = valueAt(bytes, 0);
  if (value.whole.length !== bytes.length) throw new DerFault('bytes after the value');
  return value;
}

/** The values in a structure. @throws DerFault if it is none, or has another tag */
export function itemsOf(value: DerValue | undefined, tag: number = derTag.sequence): readonly DerValue[] {
  const { content } = expectTag(value, tag);
  const items: DerValue[] = [];
  for (let at = 0; at < content.length;) {
    const item = valueAt(content, at);
    items.push(item);
    at += item.whole.length;
  }
  return items;
}

/** @throws DerFault */
export function expectTag(value: DerValue | undefined, tag: number): DerValue {
  if (value?.tag !== tag) throw new DerFault(`expected tag ${tag}, found ${value?.tag ?? 'nothing'}`);
  return value;
}

/** An object identifier, as `1.2.840`. @throws DerFault */
export function oidOf(value: DerValue | undefined): string {
  const { content } = expectTag(value, derTag.oid);
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const [at, byte] of content.entries()) {
    if (byte === 0x80 && arc === 0n) throw new DerFault('an object identifier with leading zeros');
    arc = (arc << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) {
      arcs.push(arc);
      arc = 0n;
    } else if (at === content.length - 1) throw new DerFault('half an object identifier');
  }
  const [first, ...others] = arcs;
  if (first === undefined) throw new DerFault('an empty object identifier');
  const root = first < 40n ? 0n : first < 80n ? 1n : 2n;
  return [root, first - root * 40n, ...others].join('.');
}

/** @throws DerFault */
export function integerOf(value: DerValue | undefined, tag: number = derTag.integer): bigint {
  const { content } = expectTag(value, tag);
  const [first, second] = content;
  if (first === undefined) throw new DerFault('an empty integer');
  if (second !== undefined && (first === 0 ? second < 0x80 : first === 0xff && second >= 0x80))
    throw new DerFault('an integer with leading zeros');
  let number = first >= 0x80 ? -1n : 0n;
  for (const byte of content) number = (number << 8n) | BigInt(byte);
  return number;
}

/** @throws DerFault */
export function booleanOf(value: DerValue | undefined): boolean {
  const { content } = expectTag(value, derTag.boolean);
  if (content.length !== 1 || (content[0] !== 0 && content[0] !== 0xff)) throw new DerFault('no boolean');
  return content[0] === 0xff;
}

/** `20261122193000Z`, with a fraction or not, in epoch milliseconds. @throws DerFault */
export function generalizedTimeOf(value: DerValue | undefined): number {
  const { content } = expectTag(value, derTag.generalizedTime);
  const text = String.fromCharCode(...content.subarray(0, 40));
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d*[1-9])?Z$/.exec(text);
  if (parts === null) throw new DerFault('no time in UTC');
  const [, year, month, day, hour, minute, second, fraction = ''] = parts;
  const whole = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const time = Date.parse(whole);
  if (Number.isNaN(time) || new Date(time).toISOString() !== whole)
    throw new DerFault('a time that does not exist');
  return time + Math.floor(Number(`0${fraction}`) * 1_000);
}

/** A value with this tag and these contents. */
export function der(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = joinBytes(...contents);
  return joinBytes(Uint8Array.of(tag), lengthOf(content.length), content);
}

/** @param bytes of a number that is not negative, the most significant first */
export function derInteger(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? Uint8Array.of(0) : bytes.subarray(start);
  return der(derTag.integer, ...((digits[0] ?? 0) >= 0x80 ? [Uint8Array.of(0)] : []), digits);
}

function valueAt(bytes: Uint8Array, start: number): DerValue {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined) throw new DerFault('cut off');
  // Nothing that is read here has a tag of several bytes.
  if ((tag & 0x1f) === 0x1f) throw new DerFault('a long tag');
  let from = start + 2;
  let length = first;
  if (first >= 0x80) {
    const count = first & 0x7f;
    // Four bytes are more than any file here; none would be the indefinite form of BER.
    if (count === 0 || count > 4 || from + count > bytes.length)
      throw new DerFault('a length that is not DER');
    length = 0;
    for (let at = 0; at < count; at += 1) length = length * 256 + (bytes[from + at] ?? 0);
    if (length < 0x80 || length < 256 ** (count - 1)) throw new DerFault('a length that is not the shortest');
    from += count;
  }
  const end = from + length;
  if (end > bytes.length) throw new DerFault('cut off');
  return { tag, content: bytes.subarray(from, end), whole: bytes.subarray(start, end) };
}

function lengthOf(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return Uint8Array.of(0x80 | digits.length, ...digits);
}
