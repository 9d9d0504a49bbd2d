const kinds = 'user project session fact procedure person tool site crop meeting decision lesson'.split(' ');
const names =
  'orchid meltwater almanac pollen nightjar frostwatch halden sapporo nafplio glen priya yusuf eleni mei tomas ilse'.split(
    ' ',
  );
const aspects =
  'status owner blocker budget theme language schedule temperature pressure contact summary deadline risk version note color'.split(
    ' ',
  );

export function keyOf(index: number): string {
  const kind = kinds[index % kinds.length] ?? '';
  const name = names[Math.floor(index / kinds.length) % names.length] ?? '';
  const aspect = aspects[Math.floor(index / (kinds.length * names.length)) % aspects.length] ?? '';
  const turn = Math.floor(index / (kinds.length * names.length * aspects.length));
  return `v1.${kind}.${name}.${aspect}.n${String(turn)}`;
}

const questions = [
  'status of the orchid project',
  'who owns meltwater',
  'what theme does Glen like',
  'language that Yusuf speaks',
  'deadline',
  'how warm is it in Sapporo',
  'money left for almanac',
  'xylophone',
];

/** With a number, as in the keys; 1 is in every key. Repeats after 56 turns. */
export function queryOf(turn: number): string {
  return `${questions[turn % questions.length] ?? ''} ${String(turn % 7)}`;
}
