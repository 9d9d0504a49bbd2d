/** What several scenes show. */

export const profileKey = 'v1.user.Yusuf.profile';

export function countriesFile() {
  const rows = ['Chad', 'Peru', 'Côte d’Ivoire', 'Laos', 'Tuvalu'].map((common, index) => ({
    cca2: common.slice(0, 2).toUpperCase(),
    name: { common, official: `Republic of ${common}` },
    area: index === 3 ? '236,800' : String(1000 * (index + 1)),
    capital: index === 1 ? '' : `${common} City`,
    languages: ['fra', 'spa'].slice(index % 2),
  }));
  return JSON.stringify(rows);
}

/** 2,000 rows, one of which contains what every service takes for a credential. */
export function readingsFile() {
  const sides = ['north', 'south', 'east', 'west'];
  const rows = Array.from({ length: 2_000 }, (_, at) => {
    const key = `v1.greenhouse.${sides[at % 4] ?? ''}.${String(at).padStart(5, '0')}`;
    return `${key},${at === 40 ? 'pump account AKIAIOSFODNN7QXMPLKZ' : `reading ${at}`}`;
  });
  return ['key,value', ...rows, ''].join('\n');
}
