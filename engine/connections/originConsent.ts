import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import { isLoopback, parseBaseAddress, type BaseAddress } from '../client/baseAddress.ts';

/** Asks the user, outside the window, before anything is sent to an origin that they have not confirmed. */
export interface OriginConsent {
  /** The parsed address if it may be used; otherwise `invalid_input` on `baseUrl`. */
  readonly allowed: (baseUrl: string) => Promise<Result<BaseAddress>>;
  /** The same for later calls: what the user refused in this session is refused without another question. */
  readonly stillAllowed: (baseUrl: string) => Promise<Result<BaseAddress>>;
}

export interface OriginConsentEffects {
  /**
   * Base addresses that need no question, such as those of saved connections, which were confirmed when they
   * were added.
   */
  readonly knownAddresses: () => readonly string[];
  /** Shows the origin and asks whether to send to it. */
  readonly ask: (origin: string) => Promise<boolean>;
}

/**
 * The window chooses the address. If a foreign script ever ran in it, that script could name its own server
 * and send it everything the window can read. So the main process asks the user in a dialog that no script
 * can answer. This computer itself is exempt because nothing leaves it.
 */
export function createOriginConsent(effects: OriginConsentEffects): OriginConsent {
  /** For this session: testing a connection and then adding it is one decision. */
  const confirmed = new Set<string>();
  const refused = new Set<string>();
  let asking: { readonly origin: string; readonly answer: Promise<boolean> } | null = null;

  const isKnown = (origin: string): boolean =>
    effects.knownAddresses().some((known) => {
      const address = parseBaseAddress(known);
      return address.ok && address.value.origin === origin;
    });
  const confirm = async (origin: string): Promise<boolean> => {
    try {
      const isAllowed = await effects.ask(origin);
      if (isAllowed) confirmed.add(origin);
      else refused.add(origin);
      return isAllowed;
    } finally {
      asking = null;
    }
  };
  const allowed: OriginConsent['allowed'] = async (baseUrl) => {
    const address = parseBaseAddress(baseUrl);
    if (!address.ok) return address;
    const { origin } = address.value;
    if (isLoopback(address.value) || confirmed.has(origin) || isKnown(origin)) return address;
    // One question at a time, so that the user does not click through a pile of dialogs.
    if (asking !== null && asking.origin !== origin)
      return refuse('Answer the open confirmation dialog first.');
    asking ??= { origin, answer: confirm(origin) };
    return (await asking.answer) ? succeed(address.value) : refuse(`You did not allow ${origin}.`);
  };
  return {
    allowed,
    stillAllowed: async (baseUrl) => {
      const address = parseBaseAddress(baseUrl);
      if (!address.ok) return address;
      const { origin } = address.value;
      if (refused.has(origin) && !confirmed.has(origin)) {
        return refuse(`You did not allow ${origin}. To be asked again, test the connection.`);
      }
      return allowed(baseUrl);
    },
  };
}

function refuse(why: string): Result<never> {
  return refuseInput('baseUrl', `${why} Nothing was sent or saved.`);
}
