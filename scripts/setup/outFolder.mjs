/** Names the folder, relative to the repository, that a build writes to. */
export const outFolderVariable = 'ATOM_EXPLORER_OUT';

/** `out`, or the folder of a build that is not in its place yet. */
export const outFolder = process.env[outFolderVariable] ?? 'out';
