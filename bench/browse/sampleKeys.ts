const areas = [
  'project',
  'user',
  'team',
  'device',
  'order',
  'invoice',
  'meeting',
  'document',
  'incident',
  'sensor',
] as const;
const names = ['orchid', 'atlas', 'glen', 'harbor', 'juniper', 'maple', 'quartz', 'willow'] as const;
const topics = ['status', 'risks', 'budget', 'owner', 'history', 'contact', 'summary'] as const;
const items = [
  'current',
  'draft',
  'review',
  'forecast',
  'note',
  'target',
  'limit',
  'change',
  'value',
] as const;

/**
 * Keys as people name them, sorted and the same in every run: `v1.project.orchid-0017.status.draft-3`. Eight
 * or nine below each topic, so that 500,000 keys make a tree of about 570,000 nodes.
 */
export function sampleKeys(count: number): readonly string[] {
  const keys: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const item = number % 8;
    const topic = Math.floor(number / 8) % topics.length;
    const owner = Math.floor(number / (8 * topics.length));
    const area = areas[owner % areas.length] ?? '';
    const name = names[Math.floor(owner / areas.length) % names.length] ?? '';
    const which = String(Math.floor(owner / (areas.length * names.length))).padStart(4, '0');
    const last = `${items[(item + owner) % items.length] ?? ''}-${item}`;
    keys.push(`v1.${area}.${name}-${which}.${topics[topic] ?? ''}.${last}`);
  }
  return keys.sort();
}

/**
 * What is typed, letter by letter: text in many keys, in few, in one, in none, and slow searches for one or
 * two letters.
 */
export const typed: readonly string[] = [
  'status',
  'orchid-0017',
  'e',
  '.r',
  'willow-0100.budget.draft',
  'v1.user',
  'no such key',
  '-7',
];

/** Every text in the field while these are typed. */
export function keystrokes(words: readonly string[] = typed): readonly string[] {
  return words.flatMap((word) => [...word].map((_, end) => word.slice(0, end + 1)));
}
