/** The command line is not valid. The message says what is. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function usageWords({ message }: UsageError): string {
  return `${message}\nSee --help.\n`;
}
