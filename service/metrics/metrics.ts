import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type OpenMetricsContentType,
} from 'prom-client';
import type { RequestRecord } from '../http/requestRecord.ts';

/** What the service holds at the moment. */
export interface ServiceFigures {
  /** Leaves: the versions of all atoms. */
  readonly treeSize: number;
  /** Keys that recall can find by words, and by meaning. */
  readonly keys: number;
  readonly vectors: number;
  readonly bodyBytes: number;
  readonly bodyBytesLimit: number;
  readonly requestsInProgress: number;
  /** Stores that wait for the one that is being written. */
  readonly storesWaiting: number;
  /** Epoch milliseconds; null without TLS. */
  readonly certificateExpiresAt: number | null;
}

/** The metrics of one service, in the text format of OpenMetrics. */
export interface Metrics {
  observe(request: RequestRecord): void;
  readonly contentType: string;
  /** `figures` is asked for what only the service knows; while its store does not respond, that is left out. */
  text(figures: () => Promise<ServiceFigures>): Promise<string>;
}

/** Seconds. Reads take about a millisecond, and large batches seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(): Metrics {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'atom_service_requests',
    help: 'Responses, by method, route, and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'atom_service_request_duration_seconds',
    help: 'Time from the headers of a request to its response.',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  });
  const stored = new Counter({
    name: 'atom_service_atoms_stored',
    help: 'Versions of atoms that this process stored.',
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name: `atom_service_${name}`, help, registers });
  const gauges: readonly (readonly [Gauge, (figures: ServiceFigures) => number | null])[] = [
    [gauge('tree_size', 'Leaves of the tree: the versions of all atoms.'), ({ treeSize }) => treeSize],
    [gauge('recall_keys', 'Keys that recall finds by words.'), ({ keys }) => keys],
    [gauge('recall_vectors', 'Keys that recall also finds by meaning.'), ({ vectors }) => vectors],
    [
      gauge('stores_waiting', 'Stores that wait for the one that is being written.'),
      ({ storesWaiting }) => storesWaiting,
    ],
    [gauge('body_bytes', 'Bytes of request bodies in memory.'), ({ bodyBytes }) => bodyBytes],
    [
      gauge('body_bytes_limit', 'Most bytes of request bodies in memory.'),
      ({ bodyBytesLimit }) => bodyBytesLimit,
    ],
    [
      gauge('requests_in_progress', 'Requests without a response yet.'),
      ({ requestsInProgress }) => requestsInProgress,
    ],
    [
      gauge('certificate_expiry_timestamp_seconds', 'When the TLS certificate expires.'),
      ({ certificateExpiresAt }) => (certificateExpiresAt === null ? null : certificateExpiresAt / 1_000),
    ],
  ];
  const reached = gauge('store_reached', '1 if the store responded to this request, 0 if not.');

  return {
    observe({ method, route, status, seconds, stored: count }) {
      requests.inc({ method, route, status: String(status) });
      durations.observe({ method, route }, seconds);
      if (count > 0) stored.inc(count);
    },
    contentType: registry.contentType,
    async text(figures) {
      const known = await figures().catch(() => null);
      reached.set(known === null ? 0 : 1);
      for (const [one, of] of gauges) {
        const number = known === null ? null : of(known);
        if (number === null) one.remove();
        else one.set(number);
      }
      return registry.metrics();
    },
  };
}
