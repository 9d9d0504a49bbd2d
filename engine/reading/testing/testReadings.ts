import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed } from '#shared/domain/result.ts';
import type { Profile } from '../../connections/profileStore.ts';
import { parseBaseAddress } from '../../client/baseAddress.ts';
import { createGateway, type Gateway } from '../../client/gateway.ts';
import { createHttpClient, type HttpClient } from '../../client/httpClient.ts';
import { createReadings, type Readings, type ReadingsEffects } from '../readings.ts';

/** A connection to a service, as it is added. */
export const testProfile = (baseUrl: string, change: Partial<Profile> = {}): Profile => ({
  id: 'one' as ConnectionId,
  kind: 'service',
  name: 'one',
  baseUrl,
  colour: 'blue',
  readOnly: false,
  scheme: null,
  keyOrigin: null,
  keepsHistory: false,
  ...change,
});

/** The real gateway, which does not wait. */
export const testGateway = (http: HttpClient = createHttpClient(), now: () => number = Date.now): Gateway =>
  createGateway({ http, now, random: Math.random, sleep: async () => undefined });

/** The one connection of a test. What is learned about its rules is saved in `held`. */
export function testConnection(
  held: { profile: Profile },
  apiKey: () => string,
): ReadingsEffects['connections'] {
  return {
    profile: () => succeed(held.profile),
    target: async () => {
      const address = parseBaseAddress(held.profile.baseUrl);
      return address.ok
        ? succeed({ address: address.value, apiKey: apiKey(), profile: held.profile })
        : address;
    },
    saveScheme: async (_id, scheme) => {
      held.profile = { ...held.profile, scheme };
    },
  };
}

/** For tests in which nothing may be logged. */
export const failOnLog = (message: string, error: unknown): never => {
  throw new Error(message, { cause: error });
};

/** Readings in this thread, which tell nobody. */
export function testReadings(
  parts: Partial<ReadingsEffects> & Pick<ReadingsEffects, 'gateway' | 'connections' | 'catalogues'>,
): Readings {
  return createReadings({
    batchPaths: { prove: async () => null },
    announce: { activity: () => undefined, connectionsChanged: () => undefined },
    observers: [],
    now: Date.now,
    log: failOnLog,
    ...parts,
  });
}
