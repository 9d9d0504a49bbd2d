import type { Json } from '#shared/domain/json.ts';
import { isArray, isObject } from './jsonPlaces.ts';

/** The same JSON, with API keys taken out of every text and every member name. */
export function withoutSecrets(json: Json, secrets: readonly string[]): Json {
  const forms = secrets.flatMap((secret) => [
    ...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]),
  ]);
  const clean = (text: string): string =>
    forms.reduce((rest, form) => (rest.includes(form) ? rest.replaceAll(form, '[API key]') : rest), text);
  const cleanJson = (value: Json): Json => {
    if (typeof value === 'string') return clean(value);
    if (isArray(value)) return value.map(cleanJson);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [clean(name), cleanJson(member)]),
    );
  };
  return cleanJson(json);
}
