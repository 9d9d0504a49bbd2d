/** What is beside an exported bundle, for someone without the app. */
export function verifierReadme({
  bundle,
  script,
  signedBy,
}: {
  /** File names. */
  readonly bundle: string;
  readonly script: string;
  /** Fingerprint of the key. */
  readonly signedBy: string;
}): string {
  const quoted = `'${bundle.replaceAll("'", `'\\''`)}'`;
  return `How to verify this evidence

${bundle} records what a service returned, with proofs, hashing rules, and
verdicts. It is signed with an installation key of Atom Explorer. You can verify
it offline, without Atom Explorer, with Python 3.8 or newer and OpenSSL 3.0 or newer.

1. Get the fingerprint of the signer's key from the signer, over another channel, for
   example on the phone. Do not rely on the one in this file: whoever alters the bundle
   can also alter this text. It says
   ${signedBy}

2. Read ${script}: it is text. If you did not get it from a source that you
   trust, get it from there.

3. Run:

   python3 ${script} ${quoted} --key FINGERPRINT

   If the bundle has a timestamp, add --tsa-cert FILE with the certificate of the
   timestamp authority, from a source that you trust.

The last line is the verdict. Exit codes: 0 verified, 1 failed, 2 not a usable bundle,
3 could not check. A bundle is often made to show a failure: then the verdict is
"Failed", and the lines above say why.
`;
}
