import type { AppError } from '#shared/domain/appError.ts';
import type { Json } from '#shared/domain/json.ts';
import type { AtomList } from '#shared/domain/serviceFacts.ts';
import { listedAtom, listedIn, listedOnLine } from '#shared/serviceFacts/listInBody.ts';
import { listPaths } from '#shared/serviceFacts/learnFromExchange.ts';
import { outlineWhole } from './bodyOutline.ts';
import { openBody, readSpan, type ReceivedBody } from './bodyReader.ts';
import { UnreadableResponse } from './jsonScanner.ts';
import type { Span } from './jsonPart.ts';

/*
 * Lists that some services offer in addition to the documented API, which does not define them. They may name atoms in any
 * of a few ways. Only keys are taken from them: everything else is read again, with proofs.
 */

/** Two lists that some services offer; a response that is not one of them means that there is none. */
export interface ListPage {
  readonly offset: number;
  readonly limit: number;
  /** Absent: `pages`. */
  readonly route?: 'pages' | 'export';
}

/** The request for a page, and how its response is read. */
export function listRequest({ offset, limit, route = 'pages' }: ListPage) {
  const isPage = route === 'pages';
  return {
    method: 'GET',
    path: isPage ? `${listPaths.pages}?offset=${offset}&limit=${limit}` : listPaths.export,
    body: null,
    isWrite: false,
    key: null,
    decode: ({ bytes }: ReceivedBody) => (isPage ? decodePage(bytes, limit) : decodeExport(bytes)),
  } as const;
}

/** Errors that say something about the moment, and nothing about the list. */
const ofTheMoment: ReadonlySet<string> = new Set(['cancelled', 'rate_limited', 'network', 'timeout']);

/** Whether an error to the first page means that the service has no list. */
export function meansNoList(error: AppError, { offset }: ListPage): boolean {
  if (offset > 0 || ofTheMoment.has(error.code)) return false;
  return !(error.code === 'server_error' && error.status === 503);
}

/** More would not fit the known keys. */
const mostListed = 2_000_000;
/** A page is parsed at once. */
const mostPageBytes = 8 * 1024 * 1024;
const mostValuesInPage = 1_000_000;
/** A line has one atom, with its value and perhaps a proof. */
const mostValuesInLine = 20_000;

/** `GET /api/v1/atoms?offset&limit`: an array, or an object with one. @throws UnreadableResponse */
async function decodePage(bytes: Buffer, limit: number): Promise<AtomList> {
  if (bytes.length > mostPageBytes) throw new UnreadableResponse(null, 'is too long for one page');
  const { json } = await readSpan(openBody(bytes), outlineWhole(bytes, mostValuesInPage));
  const items = listedIn(json)?.items ?? null;
  if (items === null) throw new UnreadableResponse(null, 'is not a list of atoms');
  return {
    source: `GET ${listPaths.pages}`,
    hasShards: false,
    isWhole: items.length > limit,
    atoms: atomsOf(items),
  };
}

/** `GET /atoms/export`: one atom on each line. @throws UnreadableResponse */
async function decodeExport(bytes: Buffer): Promise<AtomList> {
  const reader = openBody(bytes);
  const atoms: AtomList['atoms'][number][] = [];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(0x0a, start);
    const end = found < 0 ? bytes.length : found;
    const line = bytes.subarray(start, end);
    start = end + 1;
    if (line.toString('latin1', 0, 100).trim() === '') continue;
    const span: Span = outlineWhole(line, mostValuesInLine);
    const { json } = await readSpan({ ...reader, bytes: line }, span);
    const atom = listedOnLine(json);
    if (atom === null) throw new UnreadableResponse(null, 'is not a list of atoms, one on each line');
    atoms.push(atom);
    if (atoms.length > mostListed) throw new UnreadableResponse(null, 'lists too many atoms');
    if (reader.slices.isOver()) await reader.slices.next();
  }
  return { source: `GET ${listPaths.export}`, hasShards: false, isWhole: true, atoms };
}

function atomsOf(items: readonly Json[]): AtomList['atoms'] {
  return items.map(listedAtom).filter((atom) => atom !== null);
}
