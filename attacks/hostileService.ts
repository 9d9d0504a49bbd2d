import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asItem, changeItem, textOf, type Item, type Node, type Step } from './forgedFile.ts';
import type { MemoryState } from './reference.ts';
import type { Scene } from './scene.ts';

/** What a service may do with a response as a whole; steps on its atoms are those of a forged file. */
export interface ResponseAttack {
  readonly steps: readonly Step[];
  readonly whole: (typeof wholeKinds)[number];
  readonly how: number;
}

export const wholeKinds = [
  'list',
  'keyed',
  'omit',
  'deny-all',
  'add-invented',
  'second-copy',
  'another-under-this-name',
  'strange-names',
  'rolled-back',
  'node',
  'fails',
] as const;

export interface HostileService {
  readonly address: string;
  /** How the service answers from now on; null: honestly, from the present. */
  readonly behave: (attack: ResponseAttack | null) => void;
  /** What it answered since then. */
  readonly answered: () => readonly Answered[];
  readonly close: () => Promise<void>;
}

/** The keys of a request, and the items of its answer. */
export interface Answered {
  readonly keys: readonly string[];
  readonly items: readonly Node[];
}

/** A real server on loopback with the memory of a scene, which answers honestly until it is told to attack. */
export async function startHostileService(scene: () => Scene): Promise<HostileService> {
  let attack: ResponseAttack | null = null;
  let answered: Answered[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const keys =
        request.method === 'POST' ? keysOf(body) : [decodeURIComponent(lastPart(request.url ?? ''))];
      const isSingle = request.method === 'GET';
      const whole = answerTo(scene(), keys, attack);
      const answer = isSingle ? (whole?.slice(0, 1) ?? null) : whole;
      answered.push({ keys, items: (answer ?? []).map(([, item]) => item) });
      const isKeyed = attack !== null && keyedKinds.has(attack.whole);
      send(response, answer, { isSingle, isKeyed });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    behave: (next) => {
      attack = next;
      answered = [];
    },
    answered: () => answered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** null: the response is an error of the service. */
function answerTo(
  scene: Scene,
  keys: readonly string[],
  attack: ResponseAttack | null,
): readonly (readonly [name: string, item: Node])[] | null {
  const { memory, invented } = scene;
  if (attack?.whole === 'fails') return null;
  const state: MemoryState =
    (attack?.whole === 'rolled-back' ? memory.history[attack.how % memory.history.length] : null) ??
    memory.now;
  let atoms = keys.flatMap((key): (readonly [string, Item])[] => {
    const atom = memory.prove(key, state);
    return atom === null ? [] : [[key, asItem(atom)]];
  });
  if (attack === null) return atoms;
  for (const step of attack.steps) {
    const [item, other] = [atoms[step.at % atoms.length], atoms[step.by % atoms.length]];
    if (item !== undefined && other !== undefined) changeItem(scene, step, item[1], other[1]);
  }
  const [first] = atoms;
  const forged = asItem(invented[attack.how % invented.length] ?? null);
  switch (attack.whole) {
    case 'omit':
      atoms = atoms.filter((_, at) => at !== attack.how % Math.max(1, atoms.length));
      break;
    case 'deny-all':
      return [];
    case 'add-invented':
      return [...atoms, [textOf(forged['key']), forged]];
    case 'node': {
      const item: Item = {};
      changeItem(scene, { kind: 'node-as-atom', at: 0, by: attack.how, how: 0 }, item, item);
      return keys.includes(textOf(item['key'])) ? [...atoms, [textOf(item['key']), item]] : atoms;
    }
    case 'second-copy':
      if (first !== undefined) return [...atoms, [first[0], { ...first[1], value: 'another copy' }]];
      break;
    case 'another-under-this-name': {
      const [, item] = atoms[(attack.how + 1) % Math.max(1, atoms.length)] ?? [];
      if (first !== undefined && item !== undefined) return [[first[0], item], ...atoms.slice(1)];
      break;
    }
    case 'strange-names':
      return [...atoms, ['__proto__', forged], ['constructor', 'forged']];
    case 'list':
    case 'keyed':
    case 'rolled-back':
  }
  return atoms;
}

function send(
  response: ServerResponse,
  answer: ReturnType<typeof answerTo>,
  how: { readonly isSingle: boolean; readonly isKeyed: boolean },
): void {
  if (answer === null || (how.isSingle && answer.length === 0)) {
    response.writeHead(answer === null ? 500 : 404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ error: answer === null ? 'INTERNAL' : 'NOT_FOUND' }));
    return;
  }
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(how.isSingle ? JSON.stringify(answer[0]?.[1]) : written(answer, how.isKeyed));
}

function written(answer: readonly (readonly [string, Node])[], isKeyed: boolean): string {
  if (!isKeyed) return JSON.stringify({ atoms: answer.map(([, item]) => item) });
  // As text: in an object, `__proto__` is no member, and a name cannot be there twice.
  const members = answer.map(([name, item]) => `${JSON.stringify(name)}:${JSON.stringify(item)}`);
  return `{"atoms":{${members.join(',')}}}`;
}

const keyedKinds: ReadonlySet<ResponseAttack['whole']> = new Set([
  'keyed',
  'another-under-this-name',
  'strange-names',
]);

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function keysOf(body: string): readonly string[] {
  const { keys } = JSON.parse(body) as { readonly keys?: readonly string[] };
  return keys ?? [];
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
