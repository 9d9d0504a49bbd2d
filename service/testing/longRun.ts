/** `npm run test:long` repeats what is random far more often than every run of the tests can. */
export const isLongRun = process.env['ATOM_EXPLORER_LONG_TESTS'] === '1';
