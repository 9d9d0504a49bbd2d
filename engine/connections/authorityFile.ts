import { X509Certificate } from 'node:crypto';
import type { CertificateFacts, ChosenAuthorities } from '#shared/domain/certificateFacts.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import { authorityCertificates } from '#shared/ipc/connectionLimitsInput.ts';
import { cutText } from '#shared/text/cutText.ts';
import type { UserFiles } from '../storage/userFiles/userFiles.ts';
import { certificatesIn } from '../client/trust.ts';

const longestName = 200;

/** Asks the user for a file with certificates of authorities; null if they cancel. Saves nothing. */
export async function chooseAuthorities(
  files: Pick<UserFiles, 'open'>,
): Promise<Result<ChosenAuthorities | null>> {
  const opened = await files.open({ title: 'CA file', extensions: ['pem', 'crt', 'cer'] });
  if (!opened.ok) return opened;
  if (opened.value === null) return succeed(null);
  const text = new TextDecoder().decode(opened.value.bytes);
  const parsed = authorityCertificates.safeParse(text);
  if (!parsed.success) {
    return refuse(
      'This file has no certificates in PEM format (-----BEGIN CERTIFICATE-----), or has more than 50, or is larger than 256 KiB.',
    );
  }
  const certificates = certificateFactsOf(parsed.data);
  if (certificates.length < certificatesIn(parsed.data).length)
    return refuse('A certificate in this file cannot be read.');
  return succeed({ pem: parsed.data, certificates });
}

/** What is in these certificates, in PEM. Those that cannot be read are left out. */
export function certificateFactsOf(pem: string): readonly CertificateFacts[] {
  return certificatesIn(pem).flatMap((text) => {
    try {
      const { subject, issuer, validTo } = new X509Certificate(text);
      return [{ subject: nameIn(subject), issuer: nameIn(issuer), validTo: Date.parse(validTo) }];
    } catch {
      return [];
    }
  });
}

/** Node gives a name as lines such as `CN=Example`. */
function nameIn(name: string | undefined): string {
  const lines = (name ?? '').split('\n');
  const part = (type: string): string | undefined =>
    lines.find((line) => line.startsWith(`${type}=`))?.slice(type.length + 1);
  return cutText(part('CN') ?? part('O') ?? '', longestName);
}

function refuse(message: string): Result<never> {
  return refuseInput('authorities', message);
}
