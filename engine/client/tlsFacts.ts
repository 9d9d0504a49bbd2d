import { TLSSocket, type DetailedPeerCertificate, type PeerCertificate } from 'node:tls';
import type { TlsFacts } from '#shared/domain/connectionTest.ts';
import { cutText } from '#shared/text/cutText.ts';

const longestName = 200;

/** How a connection is encrypted; null if it is not, or has ended. */
export function tlsFactsOf(socket: unknown): TlsFacts | null {
  if (!(socket instanceof TLSSocket)) return null;
  const certificate: Partial<PeerCertificate | DetailedPeerCertificate> = socket.getPeerCertificate();
  const protocol = socket.getProtocol();
  const validTo = Date.parse(certificate.valid_to ?? '');
  if (protocol === null || certificate.subject === undefined || Number.isNaN(validTo)) return null;
  return {
    protocol,
    subject: nameOf(certificate.subject),
    issuer: certificate.issuer === undefined ? '' : nameOf(certificate.issuer),
    validTo,
  };
}

/** A name in a certificate may occur several times, although the types of Node do not say so. */
function nameOf({ CN, O }: { readonly CN?: string | string[]; readonly O?: string | string[] }): string {
  return cutText([CN ?? O ?? ''].flat().join(', '), longestName);
}
