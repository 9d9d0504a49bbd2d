import type { WriteConfirmation } from '#shared/domain/store.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { isTypedName } from '#shared/text/typedName.ts';
import type { Profile } from '../../engine/connections/profileStore.ts';
import { UsageError } from '../command.ts';
import type { OptionSpecs } from '../definition/options.ts';

export const confirmOptions = {
  confirm: {
    type: 'string',
    value: 'NAME',
    help: 'of a connection that is marked as production: its name again, without which nothing is stored',
  },
} as const satisfies OptionSpecs;

/** The consent of the user to store in production. @throws UsageError before anything is sent */
export function confirmationFor(
  { environment, name, baseUrl }: Profile,
  typed: string | undefined,
): WriteConfirmation | undefined {
  if (environment !== 'production') return undefined;
  if (!isTypedName(typed ?? '', name))
    throw new UsageError(
      `${quoteText(name)} is marked as production. To store there, add --confirm with the name of the connection. Nothing was stored.`,
    );
  return { address: baseUrl, typedName: typed ?? '' };
}
