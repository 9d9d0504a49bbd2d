import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoAtoms } from '../demo/demoMemory.ts';
import { createRecallIndex } from './recallIndex.ts';
import type { RecallIndex } from './recallIndex.ts';

function indexOf(keys: readonly string[]): RecallIndex {
  const index = createRecallIndex();
  for (const key of keys) index.add(key);
  return index;
}

function found(index: RecallIndex, query: string, limit = 10): readonly string[] {
  return index.search(query, limit).map((hit) => hit.key);
}

const demoKeys = demoAtoms.map((atom) => atom.key);
const demoIndex = indexOf(demoKeys);

describe('recall over the demo memory', () => {
  it.each([
    ['what theme does Glen like', 'v1.user.Glen.preference.theme'],
    ["Glen's preferred editor", 'v1.user.Glen.preference.editor'],
    ['which language does Yusuf speak?', 'v1.user.Yusuf.preference.language'],
    ['status of the orchid project', 'v1.project.orchid.status'],
    ['who owns meltwater', 'v1.project.meltwater.owner'],
    ['what is blocking meltwater', 'v1.project.meltwater.blocker'],
    ['why did we choose radio for orchid', 'v1.project.orchid.decision.radio'],
    ['how do I restart a pump', 'v1.procedure.restart_pump.overview'],
    ['tomato temperature', 'v1.fact.crop.tomato.optimal_temperature'],
    ['bay 3 irrigation schedule', 'v1.fact.irrigation.bay3.schedule'],
    ['night setpoint bay 4', 'v1.fact.climate.bay4.setpoint.night'],
    ['whitefly treatments', 'v1.fact.pest.whitefly.treatment'],
    ['powdery mildew', 'v1.fact.disease.powdery_mildew.history'],
    ['on-call schedule', 'v1.company.on_call.schedule'],
    ['where is the Halden site', 'v1.fact.site.halden.location'],
    ['heat wave', 'v1.procedure.heat_wave.runbook'],
    ['phone number of Kwame', 'v1.person.supplier.Kwame_Mensah.contact'],
    ['firmware version of the controller', 'v1.fact.hardware.controller.firmware'],
  ])('%s', (query, key) => {
    expect(found(demoIndex, query)[0]).toBe(key);
  });

  it('ranks a key first that equals the query', () => {
    for (const key of demoKeys) expect(found(demoIndex, key, 1)).toEqual([key]);
  });
});

describe('search', () => {
  it('finds nothing where nothing matches', () => {
    expect(demoIndex.search('xylophone', 10)).toEqual([]);
    expect(demoIndex.search('', 10)).toEqual([]);
    expect(demoIndex.search('?!', 10)).toEqual([]);
    expect(createRecallIndex().search('anything', 10)).toEqual([]);
  });

  it('scores a full match near 1, half a match near a half, an exact key highest', () => {
    const index = indexOf(['red.apple', 'green.apple', 'red.pear', 'green.pear']);
    const [best, second] = index.search('red apple', 4);
    expect(best?.key).toBe('red.apple');
    expect(best?.score).toBeGreaterThan(0.85);
    expect(second?.score).toBeGreaterThan(0.4);
    expect(second?.score).toBeLessThan(0.55);
    expect(index.search('red.apple', 1)[0]?.score).toBe(0.999);
  });

  it('scores a match lower if no key has part of the query', () => {
    const [all] = demoIndex.search('orchid owner', 1);
    const [part] = demoIndex.search('orchid owner xylophone', 1);
    expect(part?.key).toBe(all?.key);
    expect(part?.score).toBeLessThan(all?.score ?? 0);
  });

  it('prefers the rarer word', () => {
    const index = indexOf(['a.status', 'b.status', 'c.status', 'd.blocker']);
    expect(found(index, 'status blocker')[0]).toBe('d.blocker');
  });

  it('prefers the shorter key among equals, then key order', () => {
    const index = indexOf(['z.theme', 'a.theme', 'a.very.long.way.to.a.theme']);
    expect(found(index, 'theme')).toEqual(['a.theme', 'z.theme', 'a.very.long.way.to.a.theme']);
  });

  it('prefers the word itself to a synonym', () => {
    const index = indexOf(['status', 'progress']);
    expect(found(index, 'status?')).toEqual(['status', 'progress']);
  });

  it('searches for stop words if there are no others', () => {
    expect(found(indexOf(['to.be', 'not.there']), 'to be')).toEqual(['to.be']);
  });

  it('finds keys in other scripts', () => {
    const index = indexOf(['v1.メモ.温室管理', 'v1.ملاحظات.المضخة', 'v1.заметки.насос']);
    expect(found(index, '温室')).toEqual(['v1.メモ.温室管理']);
    expect(found(index, 'المضخة')).toEqual(['v1.ملاحظات.المضخة']);
    expect(found(index, 'Насос')).toEqual(['v1.заметки.насос']);
  });

  it('distinguishes similar keys, and adds a key once', () => {
    const index = indexOf(['caf\u00e9', 'cafe\u0301', '__proto__', 'constructor', 'constructor']);
    expect(index.size).toBe(4);
    expect(found(index, 'caf\u00e9')[0]).toBe('caf\u00e9');
    expect(found(index, 'cafe\u0301')[0]).toBe('cafe\u0301');
    expect(found(index, 'constructor')).toEqual(['constructor']);
    expect(found(index, 'toString')).toEqual([]);
  });

  it('returns a prefix of the complete ranking, for every limit and order of adding', () => {
    const word = fc.constantFrom('user', 'theme', 'red', 'status', 'bay', '3', 'like');
    const key = fc.array(word, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('.'));
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { maxLength: 30 }),
        fc.array(word),
        fc.nat(12),
        (keys, query, limit) => {
          const forwards = indexOf(keys).search(query.join(' '), 100);
          const backwards = indexOf([...keys].reverse()).search(query.join(' '), limit);
          expect(backwards.map((hit) => hit.key)).toEqual(forwards.slice(0, limit).map((hit) => hit.key));
          for (const { score } of forwards) expect(score > 0 && score < 1).toBe(true);
          const scores = forwards.map((hit) => hit.score);
          expect(scores).toEqual([...scores].sort((one, other) => other - one));
        },
      ),
    );
  });
});
