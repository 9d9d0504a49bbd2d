import type { NetworkFailure } from '../domain/appError.ts';
import type { ErrorWords } from './errorWords.ts';
import { visibleLine } from './visibleText.ts';

interface Words {
  readonly title: string;
  /** `@` stands for the address. */
  readonly what: string;
  readonly todo: string;
  /** True where it is not said. */
  readonly canRetry?: false;
}

const nothingSent = 'Nothing was sent.';

const words: Readonly<Record<NetworkFailure, Words>> = {
  refused: {
    title: 'Nothing is answering there',
    what: '@ refused the connection.',
    todo: 'Check that the service runs, and that host and port of the base address are right.',
  },
  'unknown-host': {
    title: 'The host is not known',
    what: 'No address could be found for the host of @.',
    todo: 'Check the spelling of the base address, and that you are online or on the right network.',
  },
  'certificate-expired': {
    title: 'The certificate has expired',
    what: 'The certificate of @ is no longer valid, so it proves nothing about who answers.',
    todo: `${nothingSent} Check the clock of this machine. If it is right, whoever runs the service must renew the certificate.`,
  },
  'certificate-not-yet-valid': {
    title: 'The certificate is not valid yet',
    what: 'The certificate of @ becomes valid at a later time.',
    todo: `${nothingSent} Check the clock of this machine. If it is right, whoever runs the service must install a valid certificate.`,
  },
  'certificate-host': {
    title: 'The certificate is for another host',
    what: 'The certificate of @ names other hosts, so another server may be answering.',
    todo: `${nothingSent} Check the host name in the base address. If it is right, the certificate must be issued for it.`,
  },
  'certificate-self-signed': {
    title: 'The certificate is self-signed',
    what: 'The certificate of @ is vouched for by nobody but itself, so anyone could have made it.',
    todo: `${nothingSent} Use a certificate from an authority that this machine trusts, or add it to the trusted certificates of this machine.`,
  },
  'certificate-unknown-issuer': {
    title: 'The certificate has an unknown issuer',
    what: 'The certificate of @ was issued by an authority that this machine does not trust, or the service does not send the complete chain.',
    todo: `${nothingSent} If your organization runs its own authority, add that to the trusted certificates of this machine, or name its file in NODE_EXTRA_CA_CERTS.`,
  },
  'certificate-revoked': {
    title: 'The certificate was revoked',
    what: 'The authority that issued the certificate of @ has withdrawn it.',
    todo: `${nothingSent} Do not use this service until whoever runs it has explained this and installed a new certificate.`,
  },
  tls: {
    title: 'The secure connection failed',
    what: 'No encrypted connection to @ could be made.',
    todo: `${nothingSent} Check that the service speaks HTTPS on this port, and that nothing on the way intercepts it.`,
  },
  'not-loopback': {
    title: 'This host is not this machine',
    what: 'The host name of @ leads to another machine. Over http:// the API key would travel there unencrypted.',
    todo: `${nothingSent} Use https://, or the address 127.0.0.1 if you mean this machine.`,
    canRetry: false,
  },
  'proxy-unreachable': {
    title: 'The proxy cannot be reached',
    what: 'This machine is set to use a proxy for @, but the proxy does not respond.',
    todo: `${nothingSent} Check the proxy settings of your system, or your network.`,
  },
  'proxy-sign-in': {
    title: 'The proxy asks for a sign-in',
    what: 'The proxy on the way to @ wants a user name and password (407). Atom Explorer cannot sign in to proxies yet.',
    todo: `${nothingSent} Ask your administrator for a way to this host without a sign-in.`,
  },
  'proxy-refused': {
    title: 'The proxy refused the connection',
    what: 'The proxy of this machine opened no connection to @.',
    todo: `${nothingSent} The proxy may not allow this host or port. Ask your administrator.`,
  },
  'proxy-unsupported': {
    title: 'This kind of proxy is not supported',
    what: 'This machine is set to use a proxy for @ that is neither HTTP nor HTTPS, such as SOCKS.',
    todo: `${nothingSent} Set an HTTP proxy for this host, or an exception.`,
    canRetry: false,
  },
  reset: {
    title: 'The connection broke off',
    what: '@ closed the connection before the response was complete.',
    todo: 'Try again.',
  },
  unreachable: {
    title: 'The service cannot be reached',
    what: '@ can’t be reached from this machine.',
    todo: 'Check your network, VPN or proxy, then try again.',
  },
  redirect: {
    title: 'The service points elsewhere',
    what: '@ answered with a redirect. It was not followed: your key would have gone along.',
    todo: 'If you trust the new place, enter its address as the base address of the connection.',
    canRetry: false,
  },
  other: {
    title: 'The service could not be reached',
    what: 'The connection to @ failed.',
    todo: 'Check the base address and your network, then try again.',
  },
};

/** Why no response came, and what to do. */
export function networkWords(failure: NetworkFailure, address: string): ErrorWords {
  const { title, what, todo, canRetry = true } = words[failure];
  const shown = visibleLine(address);
  return { title, what: what.replace('@', () => shown), todo, canRetry };
}
