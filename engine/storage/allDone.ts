/** Waits for all of them, even if some fail, and reports each failure. @throws the first one */
export async function allDone(
  work: readonly Promise<unknown>[],
  failed: (error: unknown) => void = () => undefined,
): Promise<void> {
  const results = await Promise.allSettled(work);
  const errors = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  for (const error of errors) failed(error);
  if (errors.length > 0) throw errors[0];
}
