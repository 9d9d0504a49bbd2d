import type { NetworkFailure } from '../domain/appError.ts';
import type { SomeErrorWords } from './shownError.ts';
import { visibleLine } from './visibleText.ts';

/** In `what`, `@` stands for the address. */
type Words = Required<Pick<SomeErrorWords, 'title' | 'what' | 'todo'>> & Pick<SomeErrorWords, 'canRetry'>;

const nothingSent = 'Nothing was sent.';

const words: Readonly<Record<NetworkFailure, Words>> = {
  refused: {
    title: 'Connection refused',
    what: '@ refused the connection.',
    todo: 'Check that the service is running, and that the host and port of the base address are correct.',
  },
  'unknown-host': {
    title: 'Host not found',
    what: 'The host name of @ could not be resolved.',
    todo: 'Check the spelling of the base address, and that you are online and on the right network.',
  },
  'certificate-expired': {
    title: 'The certificate has expired',
    what: 'The certificate of @ is no longer valid, so it does not prove who is responding.',
    todo: `${nothingSent} Check this computer’s clock. If it is right, whoever runs the service must renew the certificate.`,
  },
  'certificate-not-yet-valid': {
    title: 'The certificate is not valid yet',
    what: 'The certificate of @ only becomes valid at a later date.',
    todo: `${nothingSent} Check this computer’s clock. If it is right, whoever runs the service must install a valid certificate.`,
  },
  'certificate-host': {
    title: 'The certificate is for another host',
    what: 'The certificate of @ was issued for other hosts, so another server may be responding.',
    todo: `${nothingSent} Check the host name in the base address. If it is right, the service needs a certificate for that name.`,
  },
  'certificate-self-signed': {
    title: 'The certificate is self-signed',
    what: 'No authority vouches for the certificate of @, so anyone could have made it.',
    todo: `${nothingSent} Use a certificate from an authority that this computer trusts, or add it to the trusted certificates of this computer.`,
  },
  'certificate-unknown-issuer': {
    title: 'The certificate has an unknown issuer',
    what: 'The certificate of @ was issued by an authority that this computer does not trust, or the service does not send the complete chain.',
    todo: `${nothingSent} If your organization runs its own authority, add it to the trusted certificates of this computer, or set NODE_EXTRA_CA_CERTS to its file.`,
  },
  'certificate-revoked': {
    title: 'The certificate was revoked',
    what: 'The authority that issued the certificate of @ has withdrawn it.',
    todo: `${nothingSent} Do not use this service until whoever runs it has explained this and installed a new certificate.`,
  },
  tls: {
    title: 'The secure connection failed',
    what: 'No encrypted connection to @ could be made.',
    todo: `${nothingSent} Check that the service uses HTTPS on this port, and that nothing intercepts the connection.`,
  },
  'authorities-unreadable': {
    title: 'The CA file cannot be read',
    what: 'A certificate in the CA file of this connection is damaged, so it cannot be decided whom to trust at @.',
    todo: `${nothingSent} Edit the connection and choose the file again. It must be in PEM format.`,
    canRetry: false,
  },
  'not-loopback': {
    title: 'This host is not this computer',
    what: 'The host name of @ leads to another computer. Over http://, the API key would be sent there unencrypted.',
    todo: `${nothingSent} Use https://, or the address 127.0.0.1 if you mean this computer.`,
    canRetry: false,
  },
  'proxy-unreachable': {
    title: 'Proxy unreachable',
    what: 'This computer is set to use a proxy for @, but the proxy does not respond.',
    todo: `${nothingSent} Check the proxy settings of your system, or your network.`,
  },
  'proxy-sign-in': {
    title: 'The proxy requires sign-in',
    what: 'The proxy for @ requires a user name and password (407).',
    todo: `${nothingSent} Set the environment variable HTTPS_PROXY to http://user:password@host:port of this proxy, then restart the app.`,
  },
  'proxy-wrong-sign-in': {
    title: 'The proxy refused the sign-in',
    what: 'The proxy for @ did not accept the user name and password in HTTPS_PROXY (407).',
    todo: `${nothingSent} Correct the environment variable, then restart the app. Special characters in a password must be percent-encoded.`,
  },
  'proxy-refused': {
    title: 'The proxy refused the connection',
    what: 'The proxy of this computer did not open a connection to @.',
    todo: `${nothingSent} The proxy may not allow this host or port. Ask your administrator.`,
  },
  'proxy-unsupported': {
    title: 'This kind of proxy is not supported',
    what: 'This computer is set to use a proxy for @ that is neither HTTP nor HTTPS, such as SOCKS.',
    todo: `${nothingSent} Set up an HTTP proxy for this host, or exclude the host from the proxy.`,
    canRetry: false,
  },
  reset: {
    title: 'Connection lost',
    what: '@ closed the connection before the response was complete.',
    todo: 'Try again.',
  },
  unreachable: {
    title: 'Service unreachable',
    what: '@ cannot be reached from this computer.',
    todo: 'Check your network, VPN, or proxy, then try again.',
  },
  redirect: {
    title: 'The service redirects elsewhere',
    what: '@ responded with a redirect. It was not followed, because that would have sent your API key to the new address.',
    todo: 'If you trust the new address, enter it as the base address of the connection.',
    canRetry: false,
  },
  other: {
    title: 'Could not connect',
    what: 'The connection to @ failed.',
    todo: 'Check the base address and your network, then try again.',
  },
};

/** Why no response came, and what to do. */
export function networkWords(failure: NetworkFailure, address: string): SomeErrorWords {
  const { what, ...rest } = words[failure];
  return { ...rest, what: what.replace('@', () => visibleLine(address)) };
}
