/*
 * The work of a window's main thread, from the engine's own trace: the longest task, and the script that ran
 * in one frame. In processor time of that thread, so that other programs do not count.
 */

/**
 * @typedef {object} Busy
 * @property {number} longestTaskMs Script, style, layout, and painting of one task.
 * @property {number} longestScriptMs The script of all tasks between the beginnings of two frames.
 *
 * @typedef {object} TraceEvent
 * @property {string} name
 * @property {string} ph
 * @property {number} ts Microseconds.
 * @property {number} [dur] Microseconds.
 * @property {number} [tdur] Microseconds of processor time.
 * @property {number} pid
 * @property {number} tid
 * @property {{ readonly name?: string, readonly chrome_mojo_event_info?: { readonly mojo_interface_tag?: string } }} [args]
 */

const categories = [
  'devtools.timeline',
  'devtools.timeline.frame',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
  'toplevel',
  'v8',
].join(',');

const scripts = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
  'v8.callFunction',
]);

/**
 * @param {import('playwright').CDPSession} session of the window
 * @param {() => Promise<void>} act
 * @returns {Promise<Busy>}
 */
export async function watchMainThread(session, act) {
  /** @type {TraceEvent[]} */
  const events = [];
  /** @param {{ value: unknown[] }} data */
  const collect = ({ value }) => void events.push(.../** @type {TraceEvent[]} */ (value));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories.split(',') },
  });
  await act();
  /** @type {Promise<void>} */
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  return busyOf(events);
}

/**
 * @param {readonly TraceEvent[]} events
 * @returns {Busy}
 */
function busyOf(events) {
  const main = new Set(
    events
      .filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const here = events
    .filter(({ pid, tid, ph }) => ph !== 'M' && main.has(`${pid} ${tid}`))
    .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  // Calls by the test driver, such as listing all buttons, are not work of the app.
  const asked = here.filter(
    ({ args }) => args?.chrome_mojo_event_info?.mojo_interface_tag === 'blink.mojom.DevToolsSession',
  );
  const tasks = here.filter(
    ({ name, ph, ts, dur = 0 }) =>
      ph === 'X' &&
      name.endsWith('RunTask') &&
      !asked.some((question) => question.ts >= ts && question.ts <= ts + dur),
  );
  if (tasks.length === 0) throw new Error('The trace has no data for the main thread.');

  let longestScript = 0;
  let ofFrame = 0;
  let scriptEnd = 0;
  for (const { name, ph, ts, dur = 0, tdur = dur } of here) {
    if (name === 'BeginMainThreadFrame') ofFrame = 0;
    // What a script calls is part of it.
    if (ph !== 'X' || !scripts.has(name) || ts < scriptEnd) continue;
    scriptEnd = ts + dur;
    ofFrame += tdur;
    longestScript = Math.max(longestScript, ofFrame);
  }
  const durations = tasks.map(({ dur = 0, tdur = dur }) => tdur / 1000);
  return {
    longestTaskMs: Math.max(...durations),
    longestScriptMs: longestScript / 1000,
  };
}
