import type { NetworkFailure } from '#shared/domain/appError.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { durationWords } from '#shared/text/times.ts';
import { timestampFaultWords } from '#shared/text/timestampWords.ts';
import { mostTimestampBytes } from '#shared/timestamp/timestampCheck.ts';
import { timestampRequest } from '#shared/timestamp/timestampRequest.ts';
import { readTimestampResponse } from '#shared/timestamp/timestampToken.ts';
import { checkTimestamp } from '../checkTimestamp.ts';
import type { OriginConsent } from '../../connections/originConsent.ts';
import { parseBaseAddress, type BaseAddress } from '../../client/baseAddress.ts';
import type { HttpClient, HttpLimits } from '../../client/httpClient.ts';
import type { HttpFailure } from '../../client/httpFailure.ts';

/** Asks timestamp authorities (RFC 3161 over HTTP). */
export interface TimestampRequests {
  /** The parsed address, if the user allows to send to it. Asks them about a new one. */
  readonly allowed: (address: string) => Promise<Result<BaseAddress>>;
  /**
   * Sends the SHA-256 of a signature and a random number. @returns the response as it is kept in a bundle, whose
   * token was checked, but not who issued it
   */
  readonly request: (authority: BaseAddress, signature: Uint8Array) => Promise<Result<Uint8Array>>;
}

/** Of authorities, whose responses are small and fast. */
export const timestampLimits: HttpLimits = {
  idleMs: 20_000,
  totalMs: 30_000,
  maxBodyBytes: mostTimestampBytes,
};

export function createTimestampRequests(effects: {
  readonly http: Pick<HttpClient, 'send'>;
  readonly consent: Pick<OriginConsent, 'allowed'>;
  /** The address of an authority that issued a timestamp. */
  readonly asked: (address: string) => Promise<void>;
  readonly randomBytes: (count: number) => Uint8Array;
}): TimestampRequests {
  return {
    allowed: async (typed) => {
      const address = parseBaseAddress(typed);
      if (!address.ok) return failed(isPlainHttp(typed) ? plainHttp : address.error.message);
      const allowed = await effects.consent.allowed(address.value.text);
      return allowed.ok ? allowed : failed(allowed.error.message);
    },
    request: async (authority, signature) => {
      const name = `The timestamp authority at ${authority.text}`;
      const nonce = effects.randomBytes(nonceBytes);
      const received = await effects.http.send({
        address: authority,
        method: 'POST',
        path: '',
        apiKey: null,
        body: Buffer.from(timestampRequest(signature, nonce)),
        media: { sent: 'application/timestamp-query', accepted: 'application/timestamp-reply' },
        // A connection that closes is no reason to ask again.
        isWrite: true,
        signal: null,
      });
      if (received.kind === 'failed') return failed(`${name} ${failureWords(received.failure)}.`);
      const { status, body } = received;
      if (status >= 300 && status < 400)
        return failed(`${name} redirected the request, and redirects are not followed.`);
      if (status !== 200) return failed(`${name} responded with status ${String(status)}.`);
      const reading = readTimestampResponse(body);
      if (reading.kind === 'refused')
        return failed(
          `${name} refused to issue one${reading.text === '' ? '' : `: ${quoteText(reading.text)}`}.`,
        );
      if (reading.kind === 'unreadable')
        return failed(`${name} did not respond with a timestamp (RFC 3161).`);
      const check = checkTimestamp(reading.response, signature, [], numberOf(nonce));
      if (check.kind === 'wrong')
        return failed(`${name} issued one that is wrong. ${timestampFaultWords[check.fault]}`);
      if (check.kind === 'unchecked')
        return failed(`${name} issued one with an algorithm that is unknown or too weak.`);
      await effects.asked(authority.text);
      return succeed(reading.response);
    },
  };
}

const nonceBytes = 16;

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
}

function isPlainHttp(typed: string): boolean {
  return /^\s*http:\/\//i.test(typed);
}

const plainHttp = 'Use https://. http:// is accepted only for this computer (localhost, 127.0.0.1, [::1]).';

function failureWords(failure: HttpFailure): string {
  switch (failure.kind) {
    case 'network':
      return networkWords(failure.failure);
    case 'timeout':
      return `did not respond within ${durationWords(failure.afterMs)}`;
    case 'too-large':
      return `sent more than ${String(mostTimestampBytes / 1024)} KiB, which is not a timestamp`;
    case 'garbled':
    case 'headers-too-large':
      return 'sent something that cannot be read as HTTP';
    case 'cancelled':
      return 'was not asked';
  }
}

function networkWords(failure: NetworkFailure): string {
  if (failure.startsWith('certificate-') || failure === 'tls')
    return 'could not be reached: an encrypted connection that this computer trusts could not be made';
  if (failure.startsWith('proxy-')) return 'could not be reached through the proxy of this system';
  if (failure === 'not-loopback') return 'is not on this computer, so it can only be reached with https://';
  return 'could not be reached';
}

function failed(message: string): Result<never> {
  return fail({ code: 'timestamp_failed', message, requestId: null });
}
