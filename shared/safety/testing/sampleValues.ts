/** Joins the parts of a made-up secret, so that no secret scanner takes this file for a leak. */
export function fake(...parts: readonly string[]): string {
  return parts.join('');
}

export const base62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Fixed, random-looking characters: a multiplicative walk over the alphabet. */
export function noise(length: number, alphabet = base62, seed = 7): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state * 48271) % 2147483647;
    return alphabet.charAt((state >> 8) % alphabet.length);
  }).join('');
}

export const hex = '0123456789abcdef';
export const upperAlphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const jwtHeader = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';
const jwtPayload = 'eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkdsZW4ifQ';

/** Values that hold a made-up credential, with the pattern that finds it. */
export const refusedByPattern: readonly (readonly [pattern: string, value: string])[] = [
  ['aws-access-key-id', fake('AK', 'IA', noise(16, upperAlphanumeric))],
  ['aws-access-key-id', `{"id":"${fake('AS', 'IA', noise(16, upperAlphanumeric, 11))}"}`],
  ['github-token', fake('gh', 'p_', noise(36))],
  ['github-token', `remote set-url origin ${fake('gh', 's_', noise(36, base62, 3))}`],
  ['github-token', fake('github', '_pat_', noise(22), '_', noise(59))],
  ['gitlab-token', fake('gl', 'pat-', noise(20))],
  ['gitlab-token', fake('gl', 'dt-', noise(20, base62, 5))],
  ['slack-token', fake('xo', 'xb-', '123456789012-', noise(24))],
  ['slack-token', fake('xa', 'pp-1-', noise(40, upperAlphanumeric))],
  [
    'slack-webhook',
    fake('https://hooks.slack', '.com/services/T0', noise(8), '/B0', noise(8), '/', noise(24)),
  ],
  ['stripe-key', fake('sk', '_live_', noise(24))],
  ['stripe-key', fake('rk', '_test_', noise(24))],
  ['stripe-key', fake('wh', 'sec_', noise(32))],
  ['openai-key', fake('sk', '-', noise(48))],
  ['openai-key', fake('sk', '-proj-', noise(64))],
  ['openai-key', fake('sk', '-or-v1-', noise(64, hex))],
  ['anthropic-key', fake('sk', '-ant-api03-', noise(80))],
  ['google-api-key', fake('AI', 'za', noise(35))],
  ['google-oauth', fake('GOC', 'SPX-', noise(28))],
  ['google-oauth', fake('ya', '29.', noise(60))],
  ['npm-token', fake('npm', '_', noise(36))],
  ['pypi-token', fake('pypi-', 'AgEIcHlwaS5vcmc', noise(60))],
  ['hugging-face-token', fake('h', 'f_', noise(34))],
  ['sendgrid-key', fake('S', 'G.', noise(22), '.', noise(43))],
  ['twilio-key', fake('S', 'K', noise(32, hex))],
  ['telegram-bot-token', fake('123456789', ':AA', noise(33))],
  ['digitalocean-token', fake('dop', '_v1_', noise(64, hex))],
  ['shopify-token', fake('shp', 'at_', noise(32, hex))],
  ['docker-token', fake('dckr', '_pat_', noise(27))],
  ['vault-token', fake('hv', 's.', noise(40))],
  ['linear-key', fake('lin', '_api_', noise(40))],
  ['age-secret-key', fake('AGE-SECRET', '-KEY-1', noise(58, upperAlphanumeric))],
  ['private-key', fake('-----BEGIN ', 'PRIVATE KEY-----\nMIIEvQ')],
  ['private-key', fake('-----BEGIN RSA ', 'PRIVATE KEY-----')],
  ['private-key', fake('-----BEGIN OPENSSH ', 'PRIVATE KEY-----')],
  ['private-key', fake('-----BEGIN PGP ', 'PRIVATE KEY BLOCK-----')],
  ['jwt', fake(jwtHeader, '.', jwtPayload, '.', noise(43))],
  ['jwt', `session ${fake(jwtHeader, '.', jwtPayload, '.', noise(43, base62, 9))} expired`],
  ['connection-uri', fake('postgres://', 'glen:', 'T0mato-Vine', '@db.internal:5432/almanac')],
  ['connection-uri', fake('mongodb+srv://', 'app:', 'dew%21point', '@cluster0.example.net/')],
  ['connection-uri', fake('redis://', ':', 'fernfrond9', '@cache:6379/0')],
  ['connection-uri', fake('https://', 'mei:', 'basil2024', '@example.org/feed')],
  ['authorization-header', fake('Authorization: ', 'Bearer ', noise(40))],
  ['authorization-header', fake('Authorization: ', 'Basic ', 'bWVpOmJhc2lsLWFuZC1taW50MTI=')],
  ['credential-assignment', fake('pass', 'word=hunter2!')],
  ['credential-assignment', fake('DB_PASS', 'WORD=Gr33nhouse')],
  ['credential-assignment', fake('{"pass', 'word": "m0istur3-Meter"}')],
  ['credential-assignment', fake('{\\"pass', 'word\\":\\"m0istur3-Meter\\"}')],
  ['credential-assignment', fake('client_sec', 'ret: ', noise(32, hex))],
  ['credential-assignment', fake('api_k', "ey = '", noise(32), "'")],
  ['credential-assignment', fake('aws_secret_access', '_key = ', noise(40))],
  ['credential-assignment', fake('x-api-', 'key: ', noise(32, hex, 13))],
  ['credential-assignment', fake('pass', 'phrase := river#stone')],
  [
    'credential-assignment',
    fake('DefaultEndpointsProtocol=https;AccountName=halden;Account', 'Key=', noise(86, base62, 19), '=='),
  ],
  ['npm-token', fake('//registry.npmjs.org/:_auth', 'Token=npm', '_', noise(36, base62, 31))],
  ['slack-token', fake('xo', 'xp-', '210987654321-', noise(24, base62, 37))],
  [
    'github-token',
    `curl -H "Authorization: token ${fake('gh', 'o_', noise(36, base62, 41))}" https://example.org`,
  ],
  [
    'private-key',
    JSON.stringify({ type: 'service_account', private_key: fake('-----BEGIN ', 'PRIVATE KEY-----\nMIIEvQ') }),
  ],
];

/** Values that hold a made-up secret of no known form. */
export const refusedByEntropy: readonly (readonly [name: string, value: string])[] = [
  ['40 characters of base62', noise(40, base62, 47)],
  ['a token in a sentence', `use ${noise(32, base62, 17)} for the feed`],
  ['32 random bytes in base64', fake('q83vEjRWeJCrze8S', 'NFZ4kKvN7xI0VniQ', 'q83vEjRWeJA=')],
  ['base64url with separators', fake('dBjftJeZ4CVP-mB9', '2K27uhbUJU1p1r_w', 'W1gFWFOEjXk')],
  ['base36', noise(40, 'abcdefghijklmnopqrstuvwxyz0123456789')],
  ['a token in JSON', JSON.stringify({ feed: noise(44, base62, 23) })],
  ['a token after a prefix', `acme_${noise(40, base62, 29)}`],
];

/** Values that look like secrets here and there, and are none. */
export const accepted: readonly (readonly [name: string, value: string])[] = [
  ['nothing', ''],
  ['a word', 'dark'],
  [
    'prose about passwords',
    'Ask Mei for the password: she keeps it in the safe. The secret: patience with seedlings.',
  ],
  ['prose with a password manager', 'Wi-Fi password: 1Password, vault "Sites".'],
  ['a UUID', '550e8400-e29b-41d4-a716-446655440000'],
  [
    'UUIDs in JSON',
    '{"a":"6ba7b810-9dad-11d1-80b4-00c04fd430c8","b":"6ba7b811-9dad-11d1-80b4-00c04fd430c8"}',
  ],
  ['a UUID without dashes', '550e8400e29b41d4a716446655440000'],
  ['a git SHA', '41de04e9c1f1b1e6a7d1c0c0d3a5b9f2e8d7c6b5'],
  ['a SHA-256 digest', noise(64, hex)],
  ['an upper-case SHA-512 digest', noise(128, hex).toUpperCase()],
  ['an Ethereum address', `0x${noise(40, hex)}`],
  ['git describe', 'v1.2.3-14-g2414721b4f0a6c1d'],
  ['a content-hashed file name', `assets/main-${noise(20, hex)}.js`],
  ['a long address', `https://example.org/plans/2026/greenhouse?sheet=${noise(44)}&tab=3#row-12`],
  ['an address with a user but no password', 'ssh://git@example.org:22/repo.git'],
  ['a connection URI with a placeholder', 'postgres://user:<password>@localhost:5432/db'],
  ['a connection URI with a variable', 'postgres://app:${DB_PASSWORD}@db/almanac'],
  ['a connection URI without a password', 'mqtt://broker.halden.local:1883'],
  ['base64 of English', 'VGhlIHNlZWRsaW5ncyBpbiBiYXkgdGhyZWUgbmVlZCBzaGFkZSBmcm9tIG5vb24gdG8gZm91ci4='],
  ['base64 of JSON', 'eyJzaXRlIjoiaGFsZGVuIiwiYmF5IjozLCJzaGFkZSI6dHJ1ZSwiZnJvbSI6MTIsInRvIjoxNn0='],
  ['base64 of Japanese', '44OI44Oe44OI44Gu6IuX44Gv5Y2I5b6M44Gr5pel6Zmw44GM5b+F6KaB44Gn44GZ44CC'],
  ['a data URI', `data:image/png;base64,iVBORw0KGgo${noise(80)}`],
  ['an absolute path', '/usr/local/lib/node_modules/@halden/climate-controller/dist/scheduler/nightCycle.js'],
  ['a Windows path', 'C:\\Users\\Glen\\Documents\\Greenhouse2026\\NorthWing\\Bay3\\calibration.xlsx'],
  ['a camelCase identifier', 'getIrrigationScheduleForGreenhouseBayOrThrowIfMissingV2'],
  ['an identifier of short words', 'getUserByIdV2AndOrgIdV3OrFail'],
  ['a snake_case identifier', 'GREENHOUSE_CLIMATE_CONTROLLER_MAX_RETRY_COUNT_V2'],
  ['code', 'const password = await readPassword(prompt); if (token === undefined) throw new Error();'],
  [
    'a type declaration',
    'interface Login { readonly user: string; readonly password: string; token: string | null }',
  ],
  ['reading the environment', 'apiKey: process.env.GREENHOUSE_API_KEY_2'],
  ['a variable in a shell script', 'export API_TOKEN="${GREENHOUSE_TOKEN_V2}"'],
  ['a masked password', 'password=************'],
  ['a placeholder', 'api_key: your-api-key-here-2024'],
  ['a placeholder in brackets', 'Authorization: Bearer <API_KEY_1>'],
  ['a path to a secret', 'password_file=/run/secrets/db1 secret: /run/secrets/db2'],
  ['a reference to a vault', 'secret: vault://greenhouse/pump1'],
  ['an atom key', 'secret: v1.tool.vault2.location'],
  ['counting tokens', 'max_tokens: 4096, token: 12-digit, tokens=128000'],
  ['when a password changed', 'password_changed_at: 2026-03-04T09:00:00Z, password: 2026-03-04'],
  ['a part number', 'GH-7-A12-PUMP-0042-REV-B-2026'],
  ['a time stamp', '2026-03-04T10-15-00-000Z_2026-03-05T10-15-00-000Z'],
  ['a ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['a content identifier', 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'],
  ['an integrity digest', `sha512-${noise(86)}==`],
  ['an SSH public key', `ssh-ed25519 ${fake('AAAAC3', 'NzaC1lZDI1NTE5AAAAI', noise(43))} glen@halden`],
  ['an ECDSA public key', `ecdsa-sha2-nistp256 ${fake('AAAAE2', 'VjZHNhLXNoYTItbmlzdHAyNTYA', noise(90))}`],
  [
    'a public key',
    `-----BEGIN PUBLIC KEY-----\n${noise(64)}\n${noise(64, base62, 3)}\n-----END PUBLIC KEY-----`,
  ],
  ['a phone number and an IBAN', '+47 69 00 00 00, NO93 8601 1117 947'],
  ['a long number', '314159265358979323846264338327950288419716939937510'],
  ['a CSS class', 'sk-loading-spinner-container-large sk-circle-fade-dot'],
  ['a publishable key name', 'pk_live is the prefix of publishable keys, sk_live that of secret ones'],
  ['Japanese', 'パスワード: 山本さんに聞いてください。温室の鍵は事務所にあります。'],
  ['Arabic', 'كلمة السر محفوظة في الخزنة، اسأل يوسف.'],
  ['Greek and emoji', 'Ο κωδικός είναι στο χρηματοκιβώτιο 🌿🔑'],
  ['a long German word', 'Gewächshausbewässerungssteuerungsanlagenbedienungsanleitungsentwurf2'],
  ['SVG path data', 'M12 2v20M2 12h20M4.93 4.93l14.14 14.14M19.07 4.93L4.93 19.07-5-7-9-8-3-1-2-7'],
  ['repeated characters', 'abc1'.repeat(50)],
  ['an image digest', `ghcr.io/halden/climate@sha256:${noise(64, hex, 43)}`],
  ['a sortable UUID', '018f6b1e-7c4a-7d2b-9f3e-5a6c7d8e9f01'],
  ['an IPv6 address', '2001:0db8:85a3:0000:0000:8a2e:0370:7334 port 1883'],
  ['a cron expression and a regular expression', '*/15 6-20 * * 1-5 ^bay[0-9]{1,2}-(?:north|south)$'],
  ['HTML', '<a class="btn btn-primary-2" href="/plans/2026?week=12#bay-3" data-id="row_0042">Plan</a>'],
  ['coordinates', '{"lat":59.1243817,"lon":11.3875264,"altitude":12.5,"accuracy":3.0000001}'],
  ['SQL', "SELECT key, MAX(version) AS version_2 FROM atoms WHERE key LIKE 'v1.user.%' GROUP BY key"],
  ['a query string', 'sort=name&order=asc&page=12&size=50&filter=bay3&from=2026-03-01&to=2026-03-31'],
];
