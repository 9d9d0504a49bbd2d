/**
 * Something that every form of `credentialPatterns` has in it, case put aside: most often the prefix of its issuer. Where
 * none is found, no pattern matches.
 */
const traces = new RegExp(
  [
    'A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}',
    'gh[pousr]_|github_pat_|gl[a-z]{2,5}-[a-z0-9_-]{20}',
    String.raw`xox[abeoprs]-|xapp-|hooks\.slack`,
    '[rs]k_(?:live|test)_|whsec_|sk-[a-z0-9_-]{20}',
    String.raw`AIza[a-z0-9_-]{35}|GOCSPX-|ya29\.`,
    'npm_|pypi-|hf_|dckr_|lin_|shp[acpst]{2}_|do[opr]_v1_',
    String.raw`SG\.[a-z0-9_-]{16}|SK[0-9a-f]{32}|[0-9]:AA|hv[bsr]\.`,
    'AGE-SECRET|-----BEGIN|PuTTY-User|eyJ[a-z0-9_-]{8}',
    String.raw`:\/\/[^\s@/?#"'\x60]{1,385}@`,
    String.raw`(?:Basic|Bearer)[ \t]`,
    String.raw`(?:pass(?:word|wd|phrase)|pwd|secret|key|token|credentials?)\\?["'\x60]?[ \t]{0,8}[:=]`,
  ].join('|'),
  'i',
);

/** Every random token has a run of at least this many of these characters. */
const longRun = 24;
const isOfToken = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * Whether it is worth asking `findSensitiveContent`, told several times as fast as by asking: false only where the response
 * is null.
 */
export function mayBeSensitive(value: string): boolean {
  return hasLongRun(value) || traces.test(value);
}

/** Looks at the last character that a run would have first: most characters are never looked at. */
function hasLongRun(value: string): boolean {
  let end = longRun - 1;
  while (end < value.length) {
    let at = end;
    while (at > end - longRun && isOfToken[value.charCodeAt(at)] === 1) at -= 1;
    if (at === end - longRun) return true;
    end = at + longRun;
  }
  return false;
}
