/**
 * Takes the API key out of text that a service sent, in case it echoes what it got: the key itself, its
 * percent-encoded form, and anything that stands where a bearer token would.
 */
export function redactKey(text: string, apiKey: string): string {
  let clean = text;
  for (const form of new Set([apiKey, encodeURIComponent(apiKey), JSON.stringify(apiKey).slice(1, -1)])) {
    if (form !== '') clean = clean.replaceAll(form, '[API key]');
  }
  return clean.replace(/\bbearer\s+(?!\[API key\])[^\s"',<>]+/gi, 'Bearer [API key]');
}
