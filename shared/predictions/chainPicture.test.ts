import { describe, expect, it } from 'vitest';
import { keyNodeId, startChain, takeAnswer } from './chain.ts';
import { chainCsv } from './chainCsv.ts';
import { keepInPlace, typeLooks, type Places } from './chainDrawing.ts';
import { chainDot, chainPicture } from './chainPicture.ts';
import type { PredictionStatus, StatusOf } from './predictionStatus.ts';

const odd = 'v1.odd.<"&\\>\u0000\uD800';
const started = startChain({ kind: 'key', text: 'v1.user.a' });
const chain = takeAnswer(
  started,
  started.start,
  { predictions: ['v1.user.b', odd, 'v1.user.a'], bestHit: 'v1.user.a', at: 1 },
  3,
);
const places: Places = new Map(
  [...chain.nodes.keys()].map((id, index) => [id, { x: index * 300, y: index * 60 }] as const),
);
const statuses: Readonly<Record<string, PredictionStatus>> = {
  'v1.user.a': { kind: 'read', verdict: 'green', version: 3, at: 1 },
  'v1.user.b': { kind: 'absent', at: 1 },
};
const status: StatusOf = (key) => statuses[key] ?? { kind: 'unread' };

describe('the picture of a chain', () => {
  const { svg } = chainPicture(chain, places, status);

  it('has every node and every edge, each with its status', () => {
    expect(svg.match(/<g /g)).toHaveLength(3);
    expect(svg.match(/<path [^>]*marker-end/g)).toHaveLength(3);
    expect(svg).toContain('✓ Verified · v3');
    expect(svg).toContain('∅ Not returned');
    expect(svg).toContain('○ Not read');
  });

  it('lets no key out of its place: markup is escaped, and what XML cannot hold is named', () => {
    expect(svg).toContain('v1.odd.&#60;&#34;&#38;\\&#62;[NUL][U+D800]');
    expect(svg).not.toMatch(/(?!\n)\p{Cc}|\p{Cs}/u);
  });

  it('contains nothing that would be fetched or run', () => {
    expect(svg).not.toMatch(/<script|<foreignObject|<image|href=|@import|<style/);
  });
});

describe('the chain for Graphviz', () => {
  it('quotes labels and lets loops bend nothing', () => {
    expect(chainDot(chain, status)).toBe(
      [
        'digraph chain {',
        '  rankdir=LR;',
        '  node [shape=box];',
        String.raw`  n0 [label="v1.user.a\nVerified v3", style=solid, color="#3b7dd8"];`,
        String.raw`  n1 [label="v1.user.b\nNot returned", style=dashed, color="#3b7dd8"];`,
        String.raw`  n2 [label="v1.odd.<\"&\\>[NUL][U+D800]\nNot read", style=solid, color="#8b5cd6"];`,
        '  n0 -> n1 [label="1", style=solid, tooltip="onward"];',
        '  n0 -> n2 [label="2", style=solid, tooltip="onward"];',
        '  n0 -> n0 [label="3", style=dashed, tooltip="loops back", constraint=false];',
        '}',
        '',
      ].join('\n'),
    );
  });
});

describe('the chain as a table', () => {
  it('has one line for each prediction', () => {
    expect(chainCsv(chain, status).split('\r\n').slice(0, 2)).toEqual([
      'from,to,rank,step,leads,state,verdict,version,answered_for',
      'v1.user.a,v1.user.b,1,1,onward,Not returned,,,v1.user.a',
    ]);
    expect(chainCsv(chain, status)).toContain('v1.user.a,v1.user.a,3,1,loop,Read,green,3,v1.user.a');
  });
});

describe('predictions that were for a different key', () => {
  const stray = takeAnswer(
    chain,
    keyNodeId('v1.user.b'),
    { predictions: ['v1.user.a', 'v1.user.c'], bestHit: 'v1.user.<z>', at: 1 },
    2,
  );

  it('are no lines of the picture, which says for which key they came', () => {
    const { svg } = chainPicture(stray, places, status);
    expect(svg.match(/<path [^>]*marker-end/g)).toHaveLength(3);
    expect(svg).not.toContain('v1.user.c');
    expect(svg).toContain('⚠ 2 for a different key');
    expect(svg).toContain('The best hit was “v1.user.&#60;z&#62;”');
  });

  it('are no edges for Graphviz, and the label says why', () => {
    const dot = chainDot(stray, status);
    expect(dot.match(/ -> /g)).toHaveLength(3);
    expect(dot).toContain(
      String.raw`[label="v1.user.b\nNot returned\nThe best hit was “v1.user.<z>”, so the predictions are for that key, not for this one."`,
    );
  });

  it('are lines of the CSV that name the key they came for', () => {
    expect(chainCsv(stray, status).trimEnd().split('\r\n').slice(-2)).toEqual([
      'v1.user.b,v1.user.a,1,2,for a different key,Read,green,3,v1.user.<z>',
      'v1.user.b,v1.user.c,2,2,for a different key,Not read,,,v1.user.<z>',
    ]);
  });
});

describe('a drawing', () => {
  it('keeps one node where it was, and the others around it', () => {
    const before: Places = new Map([['b', { x: 100, y: 40 }]]);
    const after: Places = new Map([
      ['a', { x: 0, y: 0 }],
      ['b', { x: 100, y: 90 }],
    ]);
    expect([...keepInPlace(after, before, 'b')]).toEqual([
      ['a', { x: 0, y: -50 }],
      ['b', { x: 100, y: 40 }],
    ]);
    expect(keepInPlace(after, before, 'new')).toBe(after);
  });

  it('gives types their colors in the order met, and the ninth on one between them', () => {
    const keys = Array.from({ length: 10 }, (_, index) => `v1.t${index}.x`);
    const many = takeAnswer(started, started.start, { predictions: keys, bestHit: 'v1.user.a', at: 1 }, 10);
    const colours = [...typeLooks(many).values()].map(({ colour }) => colour);
    expect(new Set(colours).size).toBe(9);
    expect(typeLooks(many).get('v1.user')?.count).toBe(1);
    expect(many.nodes.has(keyNodeId('v1.t9.x'))).toBe(true);
  });
});
