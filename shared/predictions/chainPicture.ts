import {
  answeredForWords,
  answerWords,
  edgeKindWords,
  nodeName,
  statusWords,
  versionWords,
} from '../text/predictionWords.ts';
import { chainEdges, isAnsweredForAnother, type Chain, type ChainNode } from './chain.ts';
import { boundsOf, nodeSize, typeLooks, typeOf, type Places } from './chainDrawing.ts';
import { createEdgeRoutes } from './edgeRoutes.ts';
import type { PredictionStatus, StatusOf } from './predictionStatus.ts';

/** Room for edges beside the first and the last column. */
const margin = 48;
/** Room for curves that pass above the first or below the last node. */
const verticalMargin = 72;
const ink = '#1a1e25';
const dimInk = '#5b6472';
const loopInk = '#4d4cc0';
const longestLine = 30;

export interface ChainPicture {
  readonly svg: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** The chain as a self-contained picture on white: plain SVG 1.1, with full keys as titles. */
export function chainPicture(chain: Chain, places: Places, status: StatusOf): ChainPicture {
  const bounds = boundsOf(places);
  const [left, top] = [rounded(bounds.x - margin), rounded(bounds.y - verticalMargin)];
  const width = Math.ceil(bounds.width + 2 * margin);
  const height = Math.ceil(bounds.height + 2 * verticalMargin);
  const looks = typeLooks(chain);
  const draw = createEdgeRoutes(places.values());
  const edges = chainEdges(chain).flatMap(({ from, to, rank, kind }) => {
    const [start, end] = [places.get(from), places.get(to)];
    if (start === undefined || end === undefined) return [];
    const d = draw({ kind, from: start, to: end, isSelf: from === to });
    const stroke = kind === 'loop' ? loopInk : dimInk;
    const dashes = { onward: '', across: ' stroke-dasharray="2 4"', loop: ' stroke-dasharray="7 4"' }[kind];
    const marker = kind === 'loop' ? 'loop-end' : 'end';
    const strokeWidth = [2.6, 1.8][rank - 1] ?? 1.1;
    return [
      `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${strokeWidth}"${dashes} marker-end="url(#${marker})"/>`,
    ];
  });
  const nodes = [...chain.nodes.values()].flatMap((node) => {
    const place = places.get(node.id);
    if (place === undefined) return [];
    const card = cardOf(node, status(node.text), looks.get(typeOf(node))?.colour ?? dimInk);
    return [`<g transform="translate(${rounded(place.x)} ${rounded(place.y)})">${card}</g>`];
  });
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}" font-family="system-ui, 'Segoe UI', 'Liberation Sans', sans-serif" font-size="12">`,
    `<defs>${arrowHead('end', dimInk)}${arrowHead('loop-end', loopInk)}</defs>`,
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="#ffffff"/>`,
    ...edges,
    ...nodes,
    '</svg>',
    '',
  ].join('\n');
  return { svg, width, height };
}

function cardOf(node: ChainNode, status: PredictionStatus, colour: string): string {
  const { width, height } = nodeSize;
  const isAbsent = status.kind === 'absent';
  const border = { absent: ' stroke-dasharray="4 3"', failed: ' stroke-dasharray="1 3"' };
  const dashes = status.kind === 'absent' || status.kind === 'failed' ? border[status.kind] : '';
  const facts = [
    ...(node.kind === 'key' ? [`${mark(status)} ${statusWords(status)}`, versionWords(status)] : []),
    `${isAnsweredForAnother(node) ? '⚠ ' : ''}${answerWords(node)}`,
  ].filter((fact) => fact !== '');
  const title = [nodeName(node), answeredForWords(node)].filter((line) => line !== '').join('\n');
  return [
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="${node.kind === 'query' ? 25 : 7}" fill="${isAbsent ? 'none' : '#f8f9fb'}" stroke="#7a8392"${dashes}/>`,
    `<rect x="${node.kind === 'query' ? 14 : 4}" y="8" width="4" height="${height - 16}" rx="2" fill="${colour}"/>`,
    `<text x="${node.kind === 'query' ? 26 : 16}" y="21" fill="${isAbsent ? dimInk : ink}" font-family="ui-monospace, 'DejaVu Sans Mono', 'Liberation Mono', monospace" font-size="11">${escaped(cutInMiddle(nodeName(node)))}</text>`,
    `<text x="${node.kind === 'query' ? 26 : 16}" y="39" fill="${factInk(status)}" font-size="11">${escaped(facts.join(' · '))}</text>`,
  ].join('');
}

/** A shape for each status, so that it shows without color too. */
function mark(status: PredictionStatus): string {
  if (status.kind === 'read') return { green: '✓', keyOnly: '◐', amber: '?', red: '✗' }[status.verdict];
  return { unread: '○', reading: '…', absent: '∅', failed: '!' }[status.kind];
}

function factInk(status: PredictionStatus): string {
  if (status.kind !== 'read') return dimInk;
  return { green: '#0f7038', keyOnly: '#1a5f9c', amber: '#8a5300', red: '#b42323' }[status.verdict];
}

function arrowHead(id: string, colour: string): string {
  return `<marker id="${id}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path d="M0,0 L10,5 L0,10 z" fill="${colour}"/></marker>`;
}

function cutInMiddle(text: string): string {
  const characters = [...text];
  if (characters.length <= longestLine) return text;
  const tail = Math.ceil(longestLine * 0.6);
  return `${characters.slice(0, longestLine - tail - 1).join('')}…${characters.slice(-tail).join('')}`;
}

function rounded(length: number): number {
  return Math.round(length * 10) / 10;
}

/** Text for XML 1.0, which cannot represent some characters. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
}

/** The chain in Graphviz' language, for other tools to draw. Loops and ways across do not bend the layers. */
export function chainDot(chain: Chain, status: StatusOf): string {
  const names = new Map([...chain.nodes.keys()].map((id, index) => [id, `n${index}`]));
  const looks = typeLooks(chain);
  const nodes = [...chain.nodes.values()].map((node) => {
    const known = status(node.text);
    const facts = node.kind === 'query' ? [] : [statusWords(known), versionWords(known)];
    const label = [nodeName(node), facts.filter((fact) => fact !== '').join(' '), answeredForWords(node)]
      .filter((line) => line !== '')
      .map(dotText)
      .join(String.raw`\n`);
    const style = known.kind === 'absent' ? 'dashed' : known.kind === 'failed' ? 'dotted' : 'solid';
    const colour = looks.get(typeOf(node))?.colour ?? dimInk;
    return `  ${names.get(node.id) ?? ''} [label="${label}", style=${style}, color="${colour}"];`;
  });
  const edges = chainEdges(chain).map(({ from, to, rank, kind }) => {
    const style = { onward: 'solid', across: 'dotted', loop: 'dashed' }[kind];
    const bend = kind === 'onward' ? '' : ', constraint=false';
    return `  ${names.get(from) ?? ''} -> ${names.get(to) ?? ''} [label="${rank}", style=${style}, tooltip="${dotText(edgeKindWords[kind])}"${bend}];`;
  });
  return ['digraph chain {', '  rankdir=LR;', '  node [shape=box];', ...nodes, ...edges, '}', ''].join('\n');
}

function dotText(text: string): string {
  return text.replace(/[\\"]/g, String.raw`\$&`);
}
