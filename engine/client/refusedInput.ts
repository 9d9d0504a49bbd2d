import type { AppError } from '#shared/domain/appError.ts';
import { isSendableText } from '#shared/domain/atomPath.ts';

/** A call that was not sent because of its input. */
export interface RefusedInput {
  readonly ok: false;
  readonly error: AppError;
  readonly mayHaveBeenDone: false;
}

interface Request {
  readonly requestId: string;
}

export function refused(error: AppError, { requestId }: Request): RefusedInput {
  return { ok: false, error: { ...error, requestId }, mayHaveBeenDone: false };
}

/**
 * JSON would send half a surrogate pair as U+FFFD, which is different text from what was typed. null if all texts can be
 * sent.
 */
export function unsendable(
  texts: readonly (readonly [field: string, text: string])[],
  request: Request,
): RefusedInput | null {
  const bad = texts.find(([, text]) => !isSendableText(text));
  if (bad === undefined) return null;
  const [field] = bad;
  const { requestId } = request;
  const message = 'The text contains an unpaired surrogate, so it cannot be sent.';
  return refused({ code: 'invalid_input', field, message, requestId }, request);
}

/** The same for the atoms of a batch. Names are made only for the first one that cannot be sent. */
export function unsendableAtom(
  atoms: readonly { readonly key: string; readonly value: string }[],
  request: Request,
): RefusedInput | null {
  const place = atoms.findIndex(({ key, value }) => !isSendableText(key) || !isSendableText(value));
  const atom = atoms[place];
  if (atom === undefined) return null;
  const name = `atoms[${String(place)}]`;
  return unsendable(
    [
      [`${name}.key`, atom.key],
      [`${name}.value`, atom.value],
    ],
    request,
  );
}
