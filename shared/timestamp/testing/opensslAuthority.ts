import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { der, derTag } from '../der.ts';

/** A timestamp authority of openssl, with its own root, in a folder. */
export interface OpensslAuthority {
  /** PEM of the certificate that issued the one of the authority. */
  readonly rootPem: string;
  readonly authorityPem: string;
  /** TimeStampResp for a TimeStampReq. openssl refuses to make one with a certificate for another purpose. */
  readonly reply: (request: Uint8Array, chain?: 'with-root') => Buffer;
  /** TimeStampResp with this TSTInfo, whatever it says and whatever the certificate is for. */
  readonly sign: (info: Uint8Array) => Uint8Array;
}

export interface AuthorityOptions {
  readonly key?: 'rsa' | 'ec' | 'weak';
  /** Of the certificate of the authority, in the words of openssl. */
  readonly purpose?: string;
  readonly name?: string;
}

const keys = {
  rsa: '-newkey rsa:2048',
  weak: '-newkey rsa:1024',
  ec: '-newkey ec -pkeyopt ec_paramgen_curve:P-256',
} as const;

/** @param folder must exist and be empty */
export function opensslAuthority(
  folder: string,
  { key = 'ec', purpose = 'critical,timeStamping', name = 'Test authority' }: AuthorityOptions = {},
): OpensslAuthority {
  const at = (file: string): string => path.join(folder, file);
  /** @param more inputs with spaces */
  const run = (line: string, ...more: readonly string[]): void => {
    execFileSync('openssl', [...line.split(' '), ...more], { cwd: folder, stdio: 'pipe' });
  };
  run(
    `req -x509 -nodes -batch ${keys[key]} -keyout root.key -out root.pem -days 3650 -addext keyUsage=critical,keyCertSign`,
    '-subj',
    '/O=Test/CN=Test root',
  );
  run(`req -nodes -batch ${keys[key]} -keyout tsa.key -out tsa.csr`, '-subj', `/O=Test/CN=${name}`);
  writeFileSync(
    at('tsa.ext'),
    purpose === '' ? 'basicConstraints=CA:FALSE\n' : `extendedKeyUsage=${purpose}\n`,
  );
  run(
    'x509 -req -in tsa.csr -CA root.pem -CAkey root.key -CAcreateserial -days 30 -extfile tsa.ext -out tsa.pem',
  );
  writeFileSync(at('serial'), '01\n');
  writeFileSync(at('tsa.cnf'), config);
  return {
    rootPem: readFileSync(at('root.pem'), 'utf8'),
    authorityPem: readFileSync(at('tsa.pem'), 'utf8'),
    sign: (info) => {
      writeFileSync(at('info.der'), info);
      run(
        'cms -sign -binary -nodetach -nosmimecap -cades -md sha256 -econtent_type 1.2.840.113549.1.9.16.1.4 ' +
          '-in info.der -outform DER -signer tsa.pem -inkey tsa.key -out token.der',
      );
      const granted = der(derTag.sequence, Uint8Array.of(0x02, 0x01, 0x00));
      return der(derTag.sequence, granted, readFileSync(at('token.der')));
    },
    reply: (asked, chain) => {
      writeFileSync(at('request.tsq'), asked);
      const root = chain === undefined ? '' : ' -chain root.pem';
      run(
        `ts -reply -config tsa.cnf -queryfile request.tsq -inkey tsa.key -signer tsa.pem -out reply.tsr${root}`,
      );
      return readFileSync(at('reply.tsr'));
    },
  };
}

const config = `[tsa]
default_tsa = authority
[authority]
serial = ./serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`;
