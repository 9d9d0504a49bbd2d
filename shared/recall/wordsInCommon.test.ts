import { describe, expect, it } from 'vitest';
import { wordsInCommon } from './wordsInCommon.ts';

describe('wordsInCommon', () => {
  it.each([
    ['what does Glen prefer', 'v1.user.Glen.preference.theme', ['Glen same', 'preference similar']],
    ['retry limits', 'v1.tool.retryLimit', ['retry same', 'Limit similar']],
    ['CAFÉ menu', 'v1.place.cafe_menu', ['cafe same', 'menu same']],
    ['bay 3', 'v1.site.bay.3.climate', ['bay same', '3 same']],
    ['bay 3', 'v1.fact.climate.bay3.setpoint', ['bay same', '3 same']],
    ['HTTPServer status', 'v1.http.server', ['http same', 'server same']],
    ['v1 1', 'v1.other', []],
    ['v2', 'v1.release.v2', ['v same', '2 same']],
    ['deploying', 'v1.procedure.deploy', ['deploy similar']],
    ['user user user', 'user.user', ['user same']],
    ['日本語', 'v1.メモ.日本語', ['日本語 same']],
    ['art', 'v1.artery', []],
    ['starting', 'v1.state', []],
    ['anything', 'v1.other', []],
    ['', 'v1.other', []],
    ['constructor', '__proto__.constructor', ['constructor same']],
  ])('%j and %j share %j', (query, key, shared) => {
    expect(wordsInCommon(query, key).map(({ word, match }) => `${word} ${match}`)).toEqual(shared);
  });

  it('is quick on long texts', () => {
    expect(wordsInCommon('word '.repeat(50_000), 'other.'.repeat(50_000))).toEqual([]);
  });
});
