import { isPlaceholder, looksLikeSecretValue } from './secretValue.ts';

/**
 * A known form of credential. `expression` has the flags `d` and `g`; the secret itself is its group `secret`,
 * or all of it. Every expression runs in linear time: either its repetitions are bounded, or it can only start
 * where a run of its own alphabet starts (the look-behind).
 */
export interface CredentialPattern {
  readonly name: string;
  readonly expression: RegExp;
  /** Whether the secret found is more than a placeholder; absent if the form alone settles it. */
  readonly isReal?: (secret: string, match: RegExpMatchArray) => boolean;
}

/** A token with a prefix of its issuer, not preceded by a letter or digit. */
function prefixed(name: string, body: string): CredentialPattern {
  return { name, expression: new RegExp(`(?<![A-Za-z0-9])(?:${body})`, 'dg') };
}

const uriWithPassword =
  /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{0,31}:\/\/[^\s:@/?#"'`<>]{0,128}:(?<secret>[^\s@/?#"'`]{1,256})@[A-Za-z0-9[]/dg;

const authorizationHeader =
  /(?<![A-Za-z])(?:Basic|Bearer)[ \t]{1,4}(?<secret>[A-Za-z0-9._~+/=-]{12,4096})/dgi;

const assignment =
  /(?<name>pass(?:word|wd|phrase)|pwd|secret(?:[_ -]?(?:access[_ -]?)?key)?|(?:api|access|private|account|signing|encryption)[_ -]?key|token|credentials?)\\?["'`]?[ \t]{0,8}(?::=|=>|[:=])[ \t]{0,8}\\?["'`]?(?<secret>[^\s"'`,;&\\]{6,512})/dgi;

/** Shorter ones are words and numbers more often than secrets. */
function shortestSecret(name: string): number {
  if (/^(?:pass|pwd)/i.test(name)) return 6;
  return /^secret$/i.test(name) ? 8 : 16;
}

/** In order of precedence where two match at the same place. */
export const credentialPatterns: readonly CredentialPattern[] = [
  prefixed('aws-access-key-id', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])'),
  prefixed('github-token', 'gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}'),
  prefixed('gitlab-token', 'gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat)-[A-Za-z0-9_-]{20,255}'),
  prefixed('slack-token', 'xox[abeoprs]-[A-Za-z0-9-]{10,255}|xapp-[0-9]-[A-Za-z0-9-]{10,255}'),
  prefixed(
    'slack-webhook',
    String.raw`https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/]{30,200}`,
  ),
  prefixed('stripe-key', '[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}|whsec_[A-Za-z0-9+/]{24,128}'),
  prefixed('anthropic-key', 'sk-ant-[a-z]{2,8}[0-9]{2}-[A-Za-z0-9_-]{20,255}'),
  prefixed(
    'openai-key',
    'sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,255}|sk-(?:or-v1-)?[A-Za-z0-9]{32,128}(?![A-Za-z0-9-])',
  ),
  prefixed('google-api-key', 'AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])'),
  prefixed('google-oauth', String.raw`GOCSPX-[A-Za-z0-9_-]{28}|ya29\.[A-Za-z0-9_-]{20,1024}`),
  prefixed('npm-token', 'npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])'),
  prefixed('pypi-token', 'pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{32,512}'),
  prefixed('hugging-face-token', 'hf_[A-Za-z0-9]{34}(?![A-Za-z0-9])'),
  prefixed('sendgrid-key', String.raw`SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}`),
  prefixed('twilio-key', 'SK[0-9a-f]{32}(?![A-Za-z0-9])'),
  prefixed('telegram-bot-token', '[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])'),
  prefixed('digitalocean-token', 'do[opr]_v1_[0-9a-f]{64}'),
  prefixed('shopify-token', 'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}'),
  prefixed('docker-token', 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,64}'),
  prefixed('vault-token', String.raw`hv[bsr]\.[A-Za-z0-9_-]{24,256}`),
  prefixed('linear-key', 'lin_(?:api|oauth)_[A-Za-z0-9]{32,64}'),
  prefixed('age-secret-key', 'AGE-SECRET-KEY-1[0-9A-Z]{58}'),
  {
    name: 'private-key',
    expression: /-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-[0-9]:/dg,
  },
  {
    name: 'jwt',
    expression: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/dg,
  },
  { name: 'connection-uri', expression: uriWithPassword, isReal: (secret) => !isPlaceholder(secret) },
  { name: 'authorization-header', expression: authorizationHeader, isReal: looksLikeSecretValue },
  {
    name: 'credential-assignment',
    expression: assignment,
    isReal: (secret, match) =>
      secret.length >= shortestSecret(match.groups?.['name'] ?? '') && looksLikeSecretValue(secret),
  },
];
