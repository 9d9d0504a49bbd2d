import { X509Certificate } from 'node:crypto';
import { readCertificate } from '#shared/timestamp/certificate.ts';

const block = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** The certificates of a PEM file, in DER; none if one of them cannot be read. Text between them is ignored. */
export function readCertificatePem(pem: string): readonly Uint8Array[] {
  try {
    const all = (pem.match(block) ?? []).map((one) => new Uint8Array(new X509Certificate(one).raw));
    return all.every((one) => readCertificate(one) !== null) ? all : [];
  } catch {
    return [];
  }
}

/** `CN=…, O=…`. @param certificate in DER */
export function subjectOf(certificate: Uint8Array): string {
  return new X509Certificate(certificate).subject.split('\n').join(', ');
}
