import { Profiler, type ElementType, type JSX, type Key } from 'react';
import * as react from 'react/jsx-runtime';

/*
 * In place of React's JSX runtime, in the build of the window that e2e/rendering.spec.ts makes: puts a `Profiler` around
 * some components. The components themselves know nothing of it.
 */

declare global {
  interface Window {
    /** How often each of the components was rendered, with what it contains. */
    renders?: Record<string, number>;
  }
}

const profiled = new Set(['RecallBar', 'HitList', 'KeyFilterBar', 'KeyTree', 'AtomTable', 'AtomInspector']);

type Make = (type: ElementType, props: unknown, key?: Key) => JSX.Element;

const profiling =
  (make: Make): Make =>
  (type, props, key) => {
    const element = make(type, props, key);
    const name = nameOf(type);
    if (!profiled.has(name)) return element;
    return react.jsx(Profiler, { id: name, onRender: countRender, children: element }, key);
  };

/** Memoized components have theirs inside. The bundler numbers functions of the same name. */
function nameOf(type: unknown): string {
  if (typeof type === 'function') return type.name.replace(/\$\d+$/, '');
  return typeof type === 'object' && type !== null && 'type' in type ? nameOf(type.type) : '';
}

function countRender(id: string): void {
  window.renders ??= {};
  window.renders[id] = (window.renders[id] ?? 0) + 1;
}

export const jsx = profiling(react.jsx as Make);
export const jsxs = profiling(react.jsxs as Make);
export const { Fragment } = react;
