// Vite re-exports the parser of rolldown, which it bundles with.
import { parseAst } from 'vite';

/**
 * A node of the syntax tree, as far as this file reads it.
 *
 * @typedef {Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number; readonly end: number }} Node
 */

/** Attributes whose strings are always text, even a single lowercase word. */
const textAttributes =
  /^(aria-(label|description|roledescription|valuetext)|title|tooltip|label|placeholder|description|alt)$/;
/** Attributes whose strings are never text. */
const codeAttributes = /^(className|classNames|style|styles|id|key|href|d|points|transform|viewBox|data-.*)$/;
/** Strings with spaces that are code: SQL, CSS, switches, content types, and security policies. */
const codeStrings =
  /^(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|BEGIN|COMMIT|ROLLBACK|WITH|VACUUM) |^ATTACH |var\(--|^-?[\d.]+(px|em|rem|%|fr) |minmax\(|^--?[a-z]|^[a-z]+-src '|^text\/|^<meta/;

/**
 * The texts of one module in the order of the source: sentences keep together what JSX, templates and `+` split,
 * with `{code}` where a value is inserted. Types, imports, property names, and compared strings are left out.
 *
 * @param {string} file its name, relative to the repository
 * @param {string} source
 * @returns {readonly { readonly line: number; readonly text: string }[]}
 */
export function textsIn(file, source) {
  /** @type {{ start: number, text: string }[]} */
  const found = [];
  const isTextFile = file.startsWith('shared/text/');

  /**
   * @param {number} start
   * @param {string} raw
   * @param {boolean} isText whether the position alone shows that people read it
   */
  const add = (start, raw, isText) => {
    const text = raw.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
    const words = text.replaceAll(/\{[^{}]*\}/g, ' ');
    if (!/\p{L}/u.test(words)) return;
    if (isText || isTextFile || (looksLikeText(text, words) && !codeStrings.test(text)))
      found.push({ start, text });
  };

  /**
   * @param {Node} node
   * @param {boolean} isText
   */
  const visit = (node, isText) => {
    if (/^TS(Type|Interface|Literal|Union)/.test(node.type)) return;
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'ImportExpression':
        return;
      case 'Literal':
        if (typeof node.value === 'string') add(node.start, node.value, isText);
        return;
      case 'ExpressionStatement':
        if (typeof node.directive === 'string') return;
        break;
      case 'TemplateLiteral':
        add(node.start, pieces(node), isText);
        for (const part of nodesOf(node.expressions)) visit(part, false);
        return;
      case 'BinaryExpression':
        if (node.operator === '+' && holdsString(node)) {
          add(node.start, pieces(node), isText);
          for (const part of operands(node)) if (part.type !== 'Literal') visitHoles(part);
          return;
        }
        for (const side of [node.left, node.right])
          if (isNode(side) && side.type !== 'Literal') visit(side, false);
        return;
      case 'SwitchCase':
        for (const statement of nodesOf(node.consequent)) visit(statement, isText);
        return;
      case 'MemberExpression':
        if (isNode(node.object)) visit(node.object, false);
        return;
      case 'Property':
        if (isNode(node.value)) visit(node.value, isText);
        return;
      case 'JSXAttribute': {
        const name = isNode(node.name) ? sourceOf(node.name) : '';
        if (codeAttributes.test(name) || !isNode(node.value)) return;
        visit(node.value, textAttributes.test(name));
        return;
      }
      case 'JSXElement':
      case 'JSXFragment':
        visitElement(node);
        return;
      default:
        break;
    }
    // Strings inside a call are its arguments, whatever the position of its result.
    const stays = isText && !/^(Call|New|ArrowFunction|Function)/.test(node.type);
    for (const child of childrenOf(node)) visit(child, stays);
  };

  /**
   * Visits what a `+` or a template inserts; its own text is already part of the sentence. @param {Node} node
   */
  const visitHoles = (node) => {
    if (node.type === 'TemplateLiteral') for (const part of nodesOf(node.expressions)) visit(part, false);
    else visit(node, false);
  };

  /** An element with its own text is one sentence with its nested elements. @param {Node} node */
  const visitElement = (node) => {
    if (isNode(node.openingElement)) visit(node.openingElement, false);
    const children = nodesOf(node.children);
    if (!children.some((child) => child.type === 'JSXText' && /\p{L}/u.test(String(child.value)))) {
      for (const child of children) visit(child, true);
      return;
    }
    const first = children.find((child) => child.type !== 'JSXText' || String(child.value).trim() !== '');
    const indent = first?.type === 'JSXText' ? String(first.value).search(/\S/) : 0;
    add((first?.start ?? node.start) + indent, children.map(elementText).join(''), true);
    visitInserted(children);
  };

  /** @param {readonly Node[]} children of an element whose text is noted already */
  const visitInserted = (children) => {
    for (const child of children) {
      if (child.type === 'JSXExpressionContainer') {
        const inner = child.expression;
        if (isNode(inner) && inner.type !== 'Literal') visitHoles(inner);
      } else if (child.type === 'JSXElement' || child.type === 'JSXFragment') {
        if (isNode(child.openingElement)) visit(child.openingElement, false);
        visitInserted(nodesOf(child.children));
      }
    }
  };

  /** @param {Node} node @returns {string} */
  const elementText = (node) => {
    if (node.type === 'JSXText') return String(node.value);
    if (node.type === 'JSXExpressionContainer') return isNode(node.expression) ? pieces(node.expression) : '';
    return nodesOf(node.children).map(elementText).join('');
  };

  /** The text of a string expression, with its inserted values as `{code}`. @param {Node} node @returns {string} */
  const pieces = (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
    if (node.type === 'JSXEmptyExpression') return '';
    if (node.type === 'BinaryExpression' && node.operator === '+') return operands(node).map(pieces).join('');
    if (node.type !== 'TemplateLiteral') return `{${sourceOf(node).replaceAll(/\s+/g, ' ')}}`;
    const inserted = nodesOf(node.expressions).map(pieces);
    return nodesOf(node.quasis)
      .map((quasi, index) => `${cooked(quasi)}${inserted[index] ?? ''}`)
      .join('');
  };

  /** @param {Node} node */
  const sourceOf = (node) => source.slice(node.start, node.end);

  const lang = file.endsWith('.tsx') ? 'tsx' : file.endsWith('.ts') ? 'ts' : 'js';
  visit(/** @type {Node} */ (/** @type {unknown} */ (parseAst(source, { lang }, file))), false);

  const line = (/** @type {number} */ start) => source.slice(0, start).split('\n').length;
  return found.sort((a, b) => a.start - b.start).map(({ start, text }) => ({ line: line(start), text }));
}

/** @param {string} text @param {string} words */
function looksLikeText(text, words) {
  return /\p{L}{2,}[^\s]*\s+[^\s]*\p{L}/u.test(words) || /^\p{Lu}\p{Ll}+[.!?:…]?$/u.test(text);
}

/** @param {Node} node a `+` @returns {readonly Node[]} */
function operands(node) {
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return [node];
  return [node.left, node.right].filter(isNode).flatMap(operands);
}

/** @param {Node} node */
function holdsString(node) {
  return operands(node).some(
    (part) => part.type === 'TemplateLiteral' || (part.type === 'Literal' && typeof part.value === 'string'),
  );
}

/** @param {Node} quasi */
function cooked(quasi) {
  const value = /** @type {{ readonly cooked?: string }} */ (quasi.value);
  return value.cooked ?? '';
}

/** @param {Node} node @returns {readonly Node[]} */
function childrenOf(node) {
  return Object.values(node).flatMap((value) => (isNode(value) ? [value] : nodesOf(value)));
}

/** @param {unknown} value @returns {readonly Node[]} */
function nodesOf(value) {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** @param {unknown} value @returns {value is Node} */
function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
