import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { AppErrorCode } from '#shared/domain/appError.ts';
import type { SeenRequest } from './scriptedServer.ts';

/** What a faulty service does with a request that it has received, and how the gateway reports it. */
export interface ServiceFault {
  readonly name: string;
  readonly respond: (response: ServerResponse, request: SeenRequest) => void;
  readonly code: AppErrorCode;
  /** Part of the message. */
  readonly says: RegExp;
  /** Which of the client's time limits ends the request; absent: none. */
  readonly endedBy?: 'idle' | 'total';
  /** A refusal by which the service says that it stored nothing. */
  readonly isRefusal?: true;
}

const json = { 'Content-Type': 'application/json' };
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
const crowd = `{"atoms":[${'{},'.repeat(999_999)}{}]}`;
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20), { level: 1 });
const piece = Buffer.alloc(256 * 1024, 0x20);

function raw(response: ServerResponse, text: string | Buffer): void {
  response.socket?.end(text);
}

/** Sends the pieces again and again, as fast as they are taken, until the connection closes. */
function endless(response: ServerResponse, bytes: Buffer): void {
  const more = (): void => {
    while (!response.destroyed && response.write(bytes));
  };
  response.on('drain', more);
  more();
}

/** Sends one more byte whenever the one before is on its way, until the connection closes. */
function dripping(response: ServerResponse, byte: string): void {
  const { socket } = response;
  const next = (): void => {
    if (socket !== null && !socket.destroyed) socket.write(byte, () => setImmediate(next));
  };
  next();
}

/** Every way to fail that an HTTP service has, after it received a request. */
export const serviceFaults: readonly ServiceFault[] = [
  {
    name: 'closes the connection before the headers',
    respond: (response) => response.socket?.destroySoon(),
    code: 'network',
    says: /connection was lost/,
  },
  {
    name: 'resets the connection before the headers',
    respond: (response) => response.socket?.resetAndDestroy(),
    code: 'network',
    says: /connection was lost/,
  },
  {
    name: 'resets the connection after the headers',
    respond: (response) => {
      response.writeHead(200, json);
      response.write('{"atoms":[', () => response.socket?.resetAndDestroy());
    },
    code: 'network',
    says: /connection was lost/,
  },
  {
    name: 'ends before the announced length',
    respond: (response) => {
      raw(response, `${head}Content-Length: 1000\r\n\r\n{"atoms":[]`);
    },
    code: 'network',
    says: /connection was lost/,
  },
  {
    name: 'announces less than it sends',
    respond: (response) => {
      raw(response, `${head}Content-Length: 10\r\n\r\n{"atoms":[],"predictions":[]}`);
    },
    code: 'bad_response',
    says: /JSON|HTTP/,
  },
  {
    name: 'announces two lengths',
    respond: (response) => {
      raw(response, `${head}Content-Length: 2\r\nContent-Length: 20\r\n\r\n{}`);
    },
    code: 'bad_response',
    says: /HTTP/,
  },
  {
    name: 'sends chunks without a length',
    respond: (response) => {
      raw(response, `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`);
    },
    code: 'bad_response',
    says: /HTTP/,
  },
  {
    name: 'does not respond',
    respond: () => undefined,
    code: 'timeout',
    says: /did not respond/,
    endedBy: 'idle',
  },
  {
    name: 'drips its headers',
    respond: (response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      dripping(response, 'x');
    },
    code: 'timeout',
    says: /did not respond/,
    endedBy: 'idle',
  },
  {
    name: 'drips its body',
    respond: (response) => {
      response.socket?.write(`${head}Content-Length: 1000000\r\n\r\n`);
      dripping(response, ' ');
    },
    code: 'timeout',
    says: /took longer/,
    endedBy: 'total',
  },
  {
    name: 'speaks another protocol',
    respond: (response) => {
      raw(response, 'SSH-2.0-OpenSSH_9.6\r\n');
    },
    code: 'bad_response',
    says: /HTTP/,
  },
  {
    name: 'has huge headers',
    respond: (response) => {
      response.writeHead(200, { ...json, 'X-Long': 'x'.repeat(40_000) }).end('{}');
    },
    code: 'bad_response',
    says: /headers are larger/,
  },
  {
    name: 'has a hundred thousand headers',
    respond: (response) => {
      raw(response, `${head}${'a: b\r\n'.repeat(100_000)}\r\n{}`);
    },
    code: 'bad_response',
    says: /headers are larger/,
  },
  {
    name: 'redirects elsewhere',
    respond: (response) => {
      response.writeHead(307, { Location: 'https://elsewhere.example/' }).end();
    },
    code: 'network',
    says: /redirect/,
  },
  {
    name: 'sends half of the JSON',
    respond: (response) => {
      response.writeHead(200, json).end('{"atoms":[{"key":"a","val');
    },
    code: 'bad_response',
    says: /JSON/,
  },
  {
    name: 'sends bytes that are no text',
    respond: (response) => {
      response.writeHead(200, json).end(Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x80, 0x7d]));
    },
    code: 'bad_response',
    says: /UTF-8/,
  },
  {
    name: 'sends a web page',
    respond: (response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><p>Please log in');
    },
    code: 'bad_response',
    says: /web page/,
  },
  {
    name: 'sends JSON nested 200,000 deep',
    respond: (response) => {
      response.writeHead(200, json).end(deep);
    },
    code: 'bad_response',
    says: /levels deep|must be|object/,
  },
  {
    name: 'sends 1,000,000 atoms',
    respond: (response) => {
      response.writeHead(200, json).end(crowd);
    },
    code: 'bad_response',
    says: /./,
  },
  {
    name: 'sends 1 GB',
    respond: (response) => {
      response.writeHead(200, { ...json, 'Content-Length': 1024 ** 3 });
      endless(response, piece);
    },
    code: 'bad_response',
    says: /larger than/,
  },
  {
    name: 'never ends its body',
    respond: (response) => {
      response.writeHead(200, json);
      endless(response, piece);
    },
    code: 'bad_response',
    says: /larger than/,
  },
  {
    name: 'sends a small body that unpacks to a huge one',
    respond: (response) => {
      response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end(bomb);
    },
    code: 'bad_response',
    says: /larger than/,
  },
  {
    name: 'sends a body that does not unpack',
    respond: (response) => {
      response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end('not gzip at all');
    },
    code: 'bad_response',
    says: /HTTP/,
  },
  {
    name: 'repeats the API key in a refusal',
    respond: (response, { authorization }) => {
      response
        .writeHead(401, json)
        .end(JSON.stringify({ error: { code: 'NO', message: `Bad: ${authorization}` } }));
    },
    code: 'unauthorized',
    says: /401/,
    isRefusal: true,
  },
  {
    name: 'repeats the API key in a stack trace',
    respond: (response, { authorization }) => {
      response
        .writeHead(500, { 'Content-Type': 'text/plain' })
        .end(`Error: ${authorization}\n    at main.js:1`);
    },
    code: 'server_error',
    says: /500/,
  },
  {
    name: 'repeats the API key in JSON that it does not end',
    respond: (response, { authorization }) => {
      response.writeHead(200, json).end(`{"${authorization}":{"atoms":[{"${authorization}":`);
    },
    code: 'bad_response',
    says: /JSON/,
  },
  {
    name: 'asks to wait for years',
    respond: (response) => {
      response.writeHead(429, { 'Retry-After': '999999999' }).end();
    },
    code: 'rate_limited',
    says: /429/,
    isRefusal: true,
  },
  {
    name: 'is busy',
    respond: (response) => {
      response.writeHead(503).end();
    },
    code: 'server_error',
    says: /503/,
  },
];
