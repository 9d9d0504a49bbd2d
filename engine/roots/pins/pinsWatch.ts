import type { ConnectionId } from '#shared/domain/connection.ts';

/** Pinned roots as they are now. */
export interface PinsNow {
  readonly digest: string;
  readonly count: number;
}

/** Records what is pinned, so that a loss is noticed. */
export interface PinsWatch {
  /** Called when they are opened, before anything uses them. */
  readonly pinsOpened: (id: ConnectionId, now: () => PinsNow, setAside: string | null) => Promise<void>;
  /** Awaited before they change. */
  readonly pinsWillBe: (id: ConnectionId, next: PinsNow) => Promise<void>;
}
